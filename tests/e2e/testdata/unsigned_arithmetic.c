// Unsigned wrap in 8 to 64 bits, hashes, rotations, multiplications' high half.
#include <stdint.h>
#include <stdio.h>

#pragma omp declare target
static uint32_t rotl(uint32_t x, int k) { return x << k | x >> (32 - k); }

static uint64_t mulhi(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t mid = ah * bl + (al * bl >> 32), mid2 = al * bh + (uint32_t)mid;
    return ah * bh + (mid >> 32) + (mid2 >> 32);
}

static uint16_t crc(uint16_t c, uint8_t byte)
{
    c ^= (uint16_t)(byte << 8);
    for (int i = 0; i < 8; i++)
        c = c & 0x8000 ? (uint16_t)(c << 1 ^ 0x1021) : (uint16_t)(c << 1);
    return c;
}
#pragma omp end declare target

int main(void)
{
    uint64_t r[16];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 16; i++) {
        uint8_t b = (uint8_t)(i * 57);
        uint16_t c = 0xffff;
        uint32_t h = 2654435761u * (unsigned)i;
        b -= 100;
        b *= b;
        for (int k = 0; k < 3; k++)
            c = crc(c, (uint8_t)(b + k));
        h = rotl(h, 7) - rotl(~h, 25);
        r[i] = mulhi(h * 0x100000001u, ~(uint64_t)i) ^ (uint64_t)c << 40 ^ (uint64_t)b << 56 ^ (0u - (unsigned)i) ^ (uint64_t)(int32_t)h;
    }
    for (int i = 0; i < 16; i++)
        printf("%016llx\n", (unsigned long long)r[i]);
    return 0;
}
