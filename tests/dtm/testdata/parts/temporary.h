/* A temporary file of the suite that is gone when it is closed. */
#include <fcntl.h>
#include <unistd.h>

static int temporary(int flags)
{
    char name[] = DIR "/file-XXXXXX";
    int file = mkstemp(name);
    must(file >= 0);
    if (flags) {
        int other = open(name, O_RDWR | flags);
        close(file);
        file = other;
    }
    unlink(name);
    return file;
}
