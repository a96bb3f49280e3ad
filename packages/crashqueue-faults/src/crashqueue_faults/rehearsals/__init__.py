"""Rehearsals: one story about leases each, played with real parts and told as one report."""
