"""Where text gets difficult; one door for each difficulty."""
