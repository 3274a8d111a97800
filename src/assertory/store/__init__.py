"""All SQL: tables, the one dialect file, migrations, and one file for each aggregate."""
