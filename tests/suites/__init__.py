"""Public test suites, read where they lie beside the project and run through the front door."""
