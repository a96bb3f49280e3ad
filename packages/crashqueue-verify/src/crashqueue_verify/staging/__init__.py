"""Every source of rows — SQLite file, PostgreSQL dump, live server — in one shape."""
