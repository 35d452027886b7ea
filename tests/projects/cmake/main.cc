#include <iostream>
#include <vector>

extern "C" {
#include "saxpy.h"
#include "sum.h"
}

int main()
{
    std::vector<float> x(1000), y(1000, 1.0f);
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = i;
    bool on_device = saxpy(x.size(), x.data(), y.data());
    std::cout << "sum " << static_cast<long>(sum(y.size(), y.data())) << " on " << (on_device ? "device" : "host") << '\n';
}
