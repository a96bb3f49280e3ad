"""The campaign on PostgreSQL: what strikes there, and what only a server can suffer."""
