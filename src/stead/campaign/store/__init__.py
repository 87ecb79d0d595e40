"""The store of a campaign on SQLite or PostgreSQL: tables, users, sessions, leases and submissions."""
