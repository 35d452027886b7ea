/* Texts and structures whose bytes are results. */
enum { ROOM = 100000, DEEP = 50000 };

/* The block's value becomes the device's, without a change. */
static void *touch(void *p)
{
    dev_add_bytes(p, ROOM, 1);
    dev_add_bytes(p, ROOM, -1);
    return p;
}

/* A block that the device wrote last, with these bytes in it, not at the start of a page. */
static void *on_device(const void *bytes, size_t n)
{
    unsigned char *p = calloc(ROOM, 1);
    must(p);
    memcpy(p + DEEP, bytes, n);
    return (unsigned char *)touch(p) + DEEP;
}

static char *text(const char *s) { return on_device(s, strlen(s) + 1); }
static void *empty(void) { return on_device("", 1); }
