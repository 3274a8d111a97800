"""assertory init: a runnable example, with no key and no network."""
def init() -> None:
    """Write a runnable example."""
