"""One file for each check; none imports another."""
