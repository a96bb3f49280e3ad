"""The same report for people and for programs."""
