/* pow of doubles and floats for a CPU with fused multiply-add:
 * x^y = exp(y log x), the logarithm as the sum of two doubles. PoCL's takes ten times as
 * long. Programs that name it have this behind the prelude. */
#if OMP2CL_CPU && defined(OMP2CL_FP64) && (defined(__FMA__) || defined(__aarch64__))

/* For 128 parts of [181/256, 181/128): 1/c, the multiple of 1/128 (below 1 of 1/256) nearest to
 * one over the part's middle, and 1 on both sides of 1, so that z/c - 1 is exact; and log c in
 * two doubles, the first one a multiple of 2^-42. Computed with 80 digits. */
__constant double omp2cl_logs[384] = {
    0x1.6ap+0, -0x1.62c82f2b9cp-2, -0x1.e54bdbd7c8a98p-44, 0x1.68p+0, -0x1.5d1bdbf581p-2, 0x1.8d6bdc9c7c238p-44,
    0x1.66p+0, -0x1.5767717456p-2, 0x1.64ead9524d7cap-44, 0x1.64p+0, -0x1.51aad872ep-2, 0x1.f4bd8db0a7cc1p-44,
    0x1.62p+0, -0x1.4be5f95778p-2, 0x1.d7c92cd9ad824p-44, 0x1.6p+0, -0x1.4618bc21c6p-2, 0x1.3d82f484c84ccp-46,
    0x1.5ep+0, -0x1.404308686ap-2, -0x1.f8ef43049f7d3p-44, 0x1.5cp+0, -0x1.3a64c55694p-2, -0x1.7a71cbcd735dp-44,
    0x1.5ap+0, -0x1.347dd9a988p-2, 0x1.5594dd4c58092p-45, 0x1.58p+0, -0x1.2e8e2bae12p-2, 0x1.67b1e99b72bd8p-45,
    0x1.56p+0, -0x1.2895a13de8p-2, -0x1.a8d7ad24c13fp-44, 0x1.54p+0, -0x1.22941fbcf8p-2, 0x1.a6976f5eb0963p-44,
    0x1.52p+0, -0x1.1c898c169ap-2, 0x1.81410e5c62affp-44, 0x1.5p+0, -0x1.1675cababap-2, -0x1.8380e731f55c4p-44,
    0x1.5p+0, -0x1.1675cababap-2, -0x1.8380e731f55c4p-44, 0x1.4ep+0, -0x1.1058bf9ae5p-2, 0x1.4ab9d817d52cdp-44,
    0x1.4cp+0, -0x1.0a324e2739p-2, -0x1.c6bee7ef4030ep-47, 0x1.4ap+0, -0x1.0402594b4dp-2, -0x1.036b89ef42d7fp-48,
    0x1.48p+0, -0x1.fb9186d5e4p-3, 0x1.d572aab993c87p-47, 0x1.46p+0, -0x1.ef0adcbdc6p-3, 0x1.b26b79c86af24p-45,
    0x1.46p+0, -0x1.ef0adcbdc6p-3, 0x1.b26b79c86af24p-45, 0x1.44p+0, -0x1.e27076e2bp-3, 0x1.a342c2af0003cp-44,
    0x1.42p+0, -0x1.d5c216b4fcp-3, 0x1.1ba91bbca681bp-45, 0x1.4p+0, -0x1.c8ff7c79aap-3, 0x1.7794f689f8434p-45,
    0x1.3ep+0, -0x1.bc286742d8p-3, -0x1.9ac53f39d121cp-44, 0x1.3ep+0, -0x1.bc286742d8p-3, -0x1.9ac53f39d121cp-44,
    0x1.3cp+0, -0x1.af3c94e80cp-3, 0x1.a4e633fcd9066p-52, 0x1.3ap+0, -0x1.a23bc1fe2cp-3, 0x1.539cd91dc9f0bp-44,
    0x1.38p+0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44, 0x1.38p+0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44,
    0x1.36p+0, -0x1.87fa06520cp-3, -0x1.22120401202fcp-44, 0x1.34p+0, -0x1.7ab890210ep-3, 0x1.bdb9072534a58p-45,
    0x1.32p+0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44, 0x1.32p+0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44,
    0x1.3p+0, -0x1.5ff3070a7ap-3, 0x1.8586f183bebf2p-44, 0x1.2ep+0, -0x1.526e5e3a1cp-3, 0x1.790ba37fc5238p-44,
    0x1.2ep+0, -0x1.526e5e3a1cp-3, 0x1.790ba37fc5238p-44, 0x1.2cp+0, -0x1.44d2b6ccb8p-3, 0x1.70cc16135783cp-46,
    0x1.2ap+0, -0x1.371fc201e8p-3, -0x1.ee8779b2d8abcp-44, 0x1.2ap+0, -0x1.371fc201e8p-3, -0x1.ee8779b2d8abcp-44,
    0x1.28p+0, -0x1.29552f82p-3, 0x1.5b967f4471dfcp-44, 0x1.26p+0, -0x1.1b72ad52f6p-3, -0x1.e80a41811a396p-45,
    0x1.26p+0, -0x1.1b72ad52f6p-3, -0x1.e80a41811a396p-45, 0x1.24p+0, -0x1.0d77e7cd08p-3, -0x1.cb2cd2ee2f482p-44,
    0x1.22p+0, -0x1.fec9131dcp-4, 0x1.54555d1ae6607p-44, 0x1.22p+0, -0x1.fec9131dcp-4, 0x1.54555d1ae6607p-44,
    0x1.2p+0, -0x1.e27076e2bp-4, 0x1.a342c2af0003cp-45, 0x1.1ep+0, -0x1.c5e548f5bcp-4, -0x1.d0c57585fbe06p-46,
    0x1.1ep+0, -0x1.c5e548f5bcp-4, -0x1.d0c57585fbe06p-46, 0x1.1cp+0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44,
    0x1.1cp+0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44, 0x1.1ap+0, -0x1.8c345d6318p-4, -0x1.b20f5acb42a66p-44,
    0x1.18p+0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44, 0x1.18p+0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44,
    0x1.16p+0, -0x1.51b073f06p-4, -0x1.83f69278e686ap-44, 0x1.16p+0, -0x1.51b073f06p-4, -0x1.83f69278e686ap-44,
    0x1.14p+0, -0x1.341d7961bcp-4, -0x1.1d0929983761p-44, 0x1.12p+0, -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46,
    0x1.12p+0, -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46, 0x1.1p+0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45,
    0x1.1p+0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45, 0x1.0ep+0, -0x1.b42dd71198p-5, 0x1.c827ae5d6704cp-46,
    0x1.0ep+0, -0x1.b42dd71198p-5, 0x1.c827ae5d6704cp-46, 0x1.0cp+0, -0x1.77458f633p-5, 0x1.181dce586af09p-44,
    0x1.0ap+0, -0x1.39e87b9fe8p-5, -0x1.eafd480ad9015p-44, 0x1.0ap+0, -0x1.39e87b9fe8p-5, -0x1.eafd480ad9015p-44,
    0x1.08p+0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45, 0x1.08p+0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45,
    0x1.06p+0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44, 0x1.06p+0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44,
    0x1.04p+0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50, 0x1.04p+0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50,
    0x1.02p+0, -0x1.fe02a6b1p-8, -0x1.9e23f0dda40e4p-46, 0x1.02p+0, -0x1.fe02a6b1p-8, -0x1.9e23f0dda40e4p-46,
    0x1p+0, 0, 0, 0x1p+0, 0, 0,
    0x1.fap-1, 0x1.82448a388p-7, 0x1.4554412c584ep-44, 0x1.f6p-1, 0x1.432a92598p-6, 0x1.98139928637fep-47,
    0x1.f2p-1, 0x1.c63d2ec15p-6, -0x1.5439ce030a687p-44, 0x1.eep-1, 0x1.252f32f8dp-5, 0x1.83e9ae021b67bp-45,
    0x1.eap-1, 0x1.67c94f2d48p-5, 0x1.dac20827cca0cp-44, 0x1.e8p-1, 0x1.894aa149f8p-5, 0x1.9a19a8be97661p-44,
    0x1.e4p-1, 0x1.ccb73cddd8p-5, 0x1.965c36e09f5fep-44, 0x1.ep-1, 0x1.08598b59e4p-4, -0x1.7e5dd7009902cp-46,
    0x1.dcp-1, 0x1.2aa04a447p-4, 0x1.7a48ba8b1cb41p-44, 0x1.dap-1, 0x1.3bdf5a7d2p-4, -0x1.19bd0ad125895p-44,
    0x1.d6p-1, 0x1.5e95a4d978p-4, 0x1.1cb7ce1d17171p-44, 0x1.d2p-1, 0x1.8197e2f41p-4, -0x1.c0fe460d20041p-44,
    0x1.dp-1, 0x1.9335e5d594p-4, 0x1.3115c3abd47dap-45, 0x1.ccp-1, 0x1.b6ac88dad4p-4, 0x1.b1bdff50225c7p-44,
    0x1.c8p-1, 0x1.da72763844p-4, 0x1.a89401fa71733p-46, 0x1.c6p-1, 0x1.ec739830ap-4, 0x1.11fcba80cdd1p-44,
    0x1.c2p-1, 0x1.08598b59e4p-3, -0x1.7e5dd7009902cp-45, 0x1.cp-1, 0x1.1178e8227ep-3, 0x1.1ef78ce2d07f2p-45,
    0x1.bcp-1, 0x1.23d712a49cp-3, 0x1.00d238fd3df5cp-46, 0x1.bap-1, 0x1.2d1610c868p-3, 0x1.39d6ccb81b4a1p-47,
    0x1.b6p-1, 0x1.3fb45a5992p-3, 0x1.19713c0cae559p-44, 0x1.b4p-1, 0x1.4913d8333cp-3, -0x1.53e43558124c4p-44,
    0x1.bp-1, 0x1.5bf406b544p-3, -0x1.27023eb68981cp-46, 0x1.aep-1, 0x1.6574ebe8c2p-3, -0x1.98c1d34f0f462p-44,
    0x1.aap-1, 0x1.7898d85444p-3, 0x1.8e67be3dbaf3fp-44, 0x1.a8p-1, 0x1.823c16551ap-3, 0x1.e0ddb9a631e83p-46,
    0x1.a6p-1, 0x1.8beafeb39p-3, -0x1.73d54aae92cd1p-47, 0x1.a2p-1, 0x1.9f6c40708ap-3, -0x1.337d94bcd3f43p-44,
    0x1.ap-1, 0x1.a93ed3c8aep-3, -0x1.8724350562169p-45, 0x1.9ep-1, 0x1.b31d8575bcp-3, 0x1.c794e562a63cbp-44,
    0x1.9ap-1, 0x1.c6ffbc6fp-3, 0x1.ee138d3a69d43p-44, 0x1.98p-1, 0x1.d1037f2656p-3, -0x1.84a7e75b6f6e4p-47,
    0x1.96p-1, 0x1.db13db0d48p-3, 0x1.2806a847527e6p-44, 0x1.94p-1, 0x1.e530effe72p-3, -0x1.fdbdbb13f7c18p-44,
    0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44, 0x1.8ep-1, 0x1.01eae5626cp-2, 0x1.a43dcfade85aep-44,
    0x1.8cp-1, 0x1.07138604d6p-2, -0x1.e76324e912b17p-44, 0x1.8ap-1, 0x1.0c42d67616p-2, 0x1.7188b163ceae9p-45,
    0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44, 0x1.84p-1, 0x1.1bf99635a7p-2, -0x1.1ac89575c2125p-44,
    0x1.82p-1, 0x1.214456d0ecp-2, -0x1.caf0428b728a3p-44, 0x1.8p-1, 0x1.269621134ep-2, -0x1.1b61f10522625p-44,
    0x1.7ep-1, 0x1.2bef07cdc9p-2, 0x1.a9cfa4a5004f4p-45, 0x1.7cp-1, 0x1.314f1e1d36p-2, -0x1.8e27ad3213cb8p-45,
    0x1.7ap-1, 0x1.36b6776be1p-2, 0x1.16ecdb0f177c8p-46, 0x1.78p-1, 0x1.3c25277333p-2, 0x1.83b54b606bd5cp-46,
    0x1.76p-1, 0x1.419b423d5fp-2, -0x1.ce379226de3ecp-44, 0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44,
    0x1.72p-1, 0x1.4c9e09e173p-2, -0x1.e20891b0ad8a4p-45, 0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45,
    0x1.6ep-1, 0x1.57bf753c8dp-2, 0x1.fadedee5d40efp-46, 0x1.6cp-1, 0x1.5d5bddf596p-2, -0x1.a0b2a08a465dcp-47,
};
/* 2^(j/128), and what that lacks of its exact value, in parts of it. */
__constant double omp2cl_roots[256] = {
    0x1p+0, 0, 0x1.0163da9fb3335p+0, 0x1.b3b4f1a88bf6ep-54, 0x1.02c9a3e778061p+0, -0x1.160139cd8dc5dp-56,
    0x1.04315e86e7f85p+0, -0x1.05e7a108766d1p-54, 0x1.059b0d3158574p+0, 0x1.cd2523567f613p-55, 0x1.0706b29ddf6dep+0, -0x1.bce8023f98efap-55,
    0x1.0874518759bc8p+0, 0x1.0f74e61e6c861p-57, 0x1.09e3ecac6f383p+0, 0x1.0a3e45b33d399p-54, 0x1.0b5586cf9890fp+0, 0x1.79aa65d837b6dp-54,
    0x1.0cc922b7247f7p+0, 0x1.eb51a92fdeffcp-55, 0x1.0e3ec32d3d1a2p+0, 0x1.ebe3d702f9cd1p-60, 0x1.0fb66affed31bp+0, -0x1.a033489906e0bp-57,
    0x1.11301d0125b51p+0, -0x1.556522a2fbd0ep-54, 0x1.12abdc06c31ccp+0, -0x1.080ef8c4eea55p-58, 0x1.1429aaea92dep+0, -0x1.1c923b9d5f416p-54,
    0x1.15a98c8a58e51p+0, 0x1.0d3e3e95c55afp-55, 0x1.172b83c7d517bp+0, -0x1.01b15eaa59348p-55, 0x1.18af9388c8deap+0, -0x1.f1ff055de323dp-55,
    0x1.1a35beb6fcb75p+0, 0x1.b898c3f1353bfp-55, 0x1.1bbe084045cd4p+0, -0x1.6d99c7611eb26p-54, 0x1.1d4873168b9aap+0, 0x1.aecf73e3a2f6p-54,
    0x1.1ed5022fcd91dp+0, -0x1.fe782cb86389dp-55, 0x1.2063b88628cd6p+0, 0x1.a6f4144a6c38dp-55, 0x1.21f49917ddc96p+0, 0x1.07a05b0e4047dp-55,
    0x1.2387a6e756238p+0, 0x1.68efde3a8a894p-54, 0x1.251ce4fb2a63fp+0, 0x1.75e18f274487dp-55, 0x1.26b4565e27cddp+0, 0x1.0472b981fe7f2p-55,
    0x1.284dfe1f56381p+0, -0x1.6b87b3f71085ep-54, 0x1.29e9df51fdee1p+0, 0x1.2f7e16d09ab31p-55, 0x1.2b87fd0dad99p+0, -0x1.d219b1a6fbffap-60,
    0x1.2d285a6e4030bp+0, 0x1.b3782720c0ab4p-55, 0x1.2ecafa93e2f56p+0, 0x1.e149289cecb8fp-57, 0x1.306fe0a31b715p+0, 0x1.34d754db0abb6p-55,
    0x1.32170fc4cd831p+0, 0x1.64201e2ac744cp-55, 0x1.33c08b26416ffp+0, 0x1.fdd395dd3f84ap-55, 0x1.356c55f929ff1p+0, -0x1.6a3803b8e5b04p-55,
    0x1.371a7373aa9cbp+0, -0x1.24aedcc4b5068p-54, 0x1.38cae6d05d866p+0, -0x1.907f81b512d8ep-54, 0x1.3a7db34e59ff7p+0, -0x1.1d1e83e9436d2p-56,
    0x1.3c32dc313a8e5p+0, -0x1.91919b3ce1b15p-54, 0x1.3dea64c123422p+0, 0x1.59f48a72a4c6dp-55, 0x1.3fa4504ac801cp+0, -0x1.312607a28698ap-54,
    0x1.4160a21f72e2ap+0, -0x1.8a78f4817895bp-58, 0x1.431f5d950a897p+0, -0x1.c2c9b67499a1bp-56, 0x1.44e086061892dp+0, 0x1.363ed60c2ac11p-59,
    0x1.46a41ed1d0057p+0, 0x1.666093b0664efp-54, 0x1.486a2b5c13cdp+0, 0x1.ecce1daa10379p-57, 0x1.4a32af0d7d3dep+0, 0x1.3ff8e3f0f123p-54,
    0x1.4bfdad5362a27p+0, 0x1.690cebb7aafbp-56, 0x1.4dcb299fddd0dp+0, 0x1.31dbdeb54e077p-54, 0x1.4f9b2769d2ca7p+0, -0x1.f94340071a38ep-55,
    0x1.516daa2cf6642p+0, -0x1.7deccdc93a349p-55, 0x1.5342b569d4f82p+0, -0x1.8dec6bd0f385fp-56, 0x1.551a4ca5d920fp+0, -0x1.61246ec7b5cf6p-55,
    0x1.56f4736b527dap+0, 0x1.3350518fdd78ep-54, 0x1.58d12d497c7fdp+0, 0x1.b98b72f8a9b05p-56, 0x1.5ab07dd485429p+0, 0x1.063e1e21c5409p-54,
    0x1.5c9268a5946b7p+0, 0x1.4c7855019c6eap-60, 0x1.5e76f15ad2148p+0, 0x1.432e62b64c035p-54, 0x1.605e1b976dc09p+0, -0x1.ce44a6199769fp-55,
    0x1.6247eb03a5585p+0, -0x1.c33c53bef4da8p-55, 0x1.6434634ccc32p+0, -0x1.45378892be9aep-55, 0x1.6623882552225p+0, -0x1.3cedd78565858p-54,
    0x1.68155d44ca973p+0, 0x1.710aa807e1964p-58, 0x1.6a09e667f3bcdp+0, -0x1.3b3efbf5e2228p-54, 0x1.6c012750bdabfp+0, -0x1.a12ad8734b982p-57,
    0x1.6dfb23c651a2fp+0, -0x1.367efb86da9eep-57, 0x1.6ff7df9519484p+0, -0x1.0dc3d54e08851p-55, 0x1.71f75e8ec5f74p+0, -0x1.81f647e5a3ecfp-56,
    0x1.73f9a48a58174p+0, -0x1.6ee4ac08b7dbp-55, 0x1.75feb564267c9p+0, -0x1.619321e55e68ap-55, 0x1.780694fde5d3fp+0, 0x1.09ccb5e09d4d3p-54,
    0x1.7a11473eb0187p+0, -0x1.b32dcb94da51dp-56, 0x1.7c1ed0130c132p+0, 0x1.4ecfd5467c06bp-54, 0x1.7e2f336cf4e62p+0, 0x1.5ebe1abd66c55p-57,
    0x1.80427543e1a12p+0, -0x1.8a1c52fb3cf42p-55, 0x1.82589994cce13p+0, -0x1.369b6f13b3734p-54, 0x1.8471a4623c7adp+0, -0x1.05e843a19ff1ep-55,
    0x1.868d99b4492edp+0, -0x1.4d450d872576ep-54, 0x1.88ac7d98a6699p+0, 0x1.0ad675b0e8ap-54, 0x1.8ace5422aa0dbp+0, 0x1.db72fc1f0eab4p-55,
    0x1.8cf3216b5448cp+0, -0x1.5b6609cc5e7ffp-57, 0x1.8f1ae99157736p+0, 0x1.bf68359f35f44p-56, 0x1.9145b0b91ffc6p+0, -0x1.3091fa71e3d83p-54,
    0x1.93737b0cdc5e5p+0, -0x1.da9b88b6c1e29p-58, 0x1.95a44cbc8520fp+0, -0x1.c23f97c90b959p-57, 0x1.97d829fde4e5p+0, -0x1.2434322f4f9aap-54,
    0x1.9a0f170ca07bap+0, -0x1.5ca6cd7668e4bp-55, 0x1.9c49182a3f09p+0, 0x1.1affc2b91ce27p-56, 0x1.9e86319e32323p+0, 0x1.dd235e10a73bbp-57,
    0x1.a0c667b5de565p+0, -0x1.7c50422622263p-55, 0x1.a309bec4a2d33p+0, 0x1.b1c86e3e231d5p-55, 0x1.a5503b23e255dp+0, -0x1.1bbd1d3bcbb15p-54,
    0x1.a799e1330b358p+0, 0x1.0cc319cee31d2p-54, 0x1.a9e6b5579fdbfp+0, 0x1.469846e735ab3p-55, 0x1.ac36bbfd3f37ap+0, -0x1.2dfcd978e9db4p-55,
    0x1.ae89f995ad3adp+0, 0x1.c1a7792cb3387p-55, 0x1.b0e07298db666p+0, -0x1.07b8f4ad1d9fap-54, 0x1.b33a2b84f15fbp+0, -0x1.5c3d956dcaebap-58,
    0x1.b59728de5593ap+0, -0x1.0a40e3da6f64p-54, 0x1.b7f76f2fb5e47p+0, -0x1.8d6f438ad9334p-57, 0x1.ba5b030a1064ap+0, -0x1.1eee26b588a35p-54,
    0x1.bcc1e904bc1d2p+0, 0x1.4ffd70a5fddcdp-56, 0x1.bf2c25bd71e09p+0, -0x1.1bdfbfa9298acp-54, 0x1.c199bdd85529cp+0, 0x1.36eae30af0cb3p-56,
    0x1.c40ab5fffd07ap+0, 0x1.ee3325c9ffd94p-55, 0x1.c67f12e57d14bp+0, 0x1.4e08fd10959acp-55, 0x1.c8f6d9406e7b5p+0, 0x1.3cdaf384e1a67p-57,
    0x1.cb720dcef9069p+0, 0x1.76b2c6c921968p-57, 0x1.cdf0b555dc3fap+0, -0x1.08a1883ccb5d2p-55, 0x1.d072d4a07897cp+0, -0x1.fad5d3ffffa6fp-55,
    0x1.d2f87080d89f2p+0, -0x1.00dae3875a949p-54, 0x1.d5818dcfba487p+0, 0x1.4a385a63d07a7p-56, 0x1.d80e316c98398p+0, -0x1.2919e2040220fp-55,
    0x1.da9e603db3285p+0, 0x1.e5a50d5c192acp-55, 0x1.dd321f301b46p+0, 0x1.43a59ac016b4bp-55, 0x1.dfc97337b9b5fp+0, -0x1.2d52107b43e1fp-55,
    0x1.e264614f5a129p+0, -0x1.92ab93b470dc9p-55, 0x1.e502ee78b3ff6p+0, 0x1.4b604603a88d3p-56, 0x1.e7a51fbc74c83p+0, 0x1.3c5ec519d7271p-55,
    0x1.ea4afa2a490dap+0, -0x1.ff7128fd391fp-55, 0x1.ecf482d8e67f1p+0, -0x1.dae98e223747dp-55, 0x1.efa1bee615a27p+0, 0x1.ec3bc41aa2008p-55,
    0x1.f252b376bba97p+0, 0x1.42b94c3a9eb32p-55, 0x1.f50765b6e454p+0, 0x1.a64a931d185eep-55, 0x1.f7bfdad9cbe14p+0, -0x1.e37bae43be3edp-55,
    0x1.fa7c1819e90d8p+0, 0x1.7893b4d91cd9dp-56, 0x1.fd3c22b8f71f1p+0, 0x1.305c14160cc89p-58,
};

OMP2CL_OVERLOAD double omp2cl_power(double x, double y)
{
    ulong from = as_ulong(x) - 0x3fe6a00000000000UL;
    /* A number in [2^-1022, 2^1023), as long as the power is one, too. */
    if (x >= 0x1p-1022 && x < 0x1p1023) {
        __constant double *c = omp2cl_logs + 3 * (from >> 45 & 127);
        double k = (double)((long)from >> 52), r = fma(as_double(as_ulong(x) - (from & 0xfffUL << 52)), c[0], -1.0);
        double whole = fma(k, 0x1.62e42fefa38p-1, c[1]), a = -0.5 * r, a2 = r * a, sum = whole + r, high = sum + a2;
        double low = fma(k, 0x1.ef35793c7673p-45, c[2]) + (whole - sum + r) + fma(a, r, -a2) + (sum - high + a2) +
                     r * a2 * (-2.0 / 3 + r * 0.5 + a2 * (0.8 + r * (-2.0 / 3) + a2 * (-8.0 / 7 + r + a2 * (16.0 / 9))));
        double log_x = high + low, rest = high - log_x + low;
        double e = y * log_x, e_low = fma(y, rest, fma(y, log_x, -e));
        if (fabs(e) < 700) {
            /* The sum has the nearest whole number in its lowest bits. */
            double turns = fma(e, 0x1.71547652b82fep+7, 0x1.8p52), n = turns - 0x1.8p52;
            double t = fma(n, -0x1.abc9e3b39803fp-63, fma(n, -0x1.62e42fefa39efp-8, e)) + e_low, t2 = t * t;
            long j = as_long(turns) - as_long(0x1.8p52);
            __constant double *root = omp2cl_roots + 2 * (j & 127);
            double part = root[1] + t + t2 * (0.5 + t * (1.0 / 6)) + t2 * t2 * (1.0 / 24 + t * (1.0 / 120));
            double scale = as_double(as_long(root[0]) + ((j >> 7) << 52));
            return fma(scale, part, scale);
        }
    }
    return pow(x, y);
}

OMP2CL_OVERLOAD float omp2cl_power(float x, float y)
{
    return x > 0 ? (float)omp2cl_power((double)x, (double)y) : pow(x, y);
}

#else
#define omp2cl_power(x, y) pow(x, y)
#endif
