import pytest

from platform_emulator import EmulatorError, World


class FailureReport:
    """Shows with a failed test the requests of its world, and keeps its case."""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        made = getattr(item, "funcargs", {}).get("world")
        if report.when == "call" and report.failed and isinstance(made, World):
            try:
                text = made.requests_text()
                if made.requests(limit=1):
                    text += "\n\n" + made.keep_case(item.nodeid)
            except (EmulatorError, OSError) as error:
                text = f"The emulator cannot be asked: {error}"
            report.sections.append(("Requests to the emulator", text))


@pytest.fixture
def world(request):
    """A world of the emulator for one test. Give world.base_url to your client."""
    plugins = request.config.pluginmanager
    if not plugins.has_plugin("platform-emulator"):
        plugins.register(FailureReport(), "platform-emulator")
    failures = request.session.testsfailed
    made = World(request.node.nodeid)
    yield made
    # The world of a failed test is kept, so that the case of emulator exec contains its requests.
    if request.session.testsfailed == failures:
        made.close()
