import pytest

from platform_emulator import World


@pytest.fixture
def world(request):
    """A world of the emulator for one test. Give world.base_url to your client."""
    failures = request.session.testsfailed
    made = World(request.node.nodeid)
    yield made
    # The world of a failed test is kept, so that the case of emulator exec contains its requests.
    if request.session.testsfailed == failures:
        made.close()
