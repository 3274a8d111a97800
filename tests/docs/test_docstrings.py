"""Every example in a docstring is run."""

import doctest
import importlib
import pkgutil

import pytest

import assertory

MODULES = [
    "assertory",
    *(found.name for found in pkgutil.walk_packages(assertory.__path__, "assertory.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_do_what_they_say(name: str) -> None:
    module = importlib.import_module(name)
    report = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert report.failed == 0


@pytest.mark.parametrize("name", assertory.__all__)
def test_what_the_library_offers_is_explained(name: str) -> None:
    """Each class and function of the front door has a docstring."""
    offered = getattr(assertory, name)
    if callable(offered):
        assert offered.__doc__
