"""The conformance cases, shared and own, run through the front door."""
