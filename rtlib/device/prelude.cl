/* prelude.cl: device code in front of every program. */
