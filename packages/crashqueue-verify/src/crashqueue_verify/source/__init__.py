"""Opening somebody else's database without changing a byte of it or its folder."""
