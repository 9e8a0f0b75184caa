"""Which files a piece of code opens."""

import contextlib
import sys

_watchers = []


def _audit(event, arguments):
    for watch in _watchers:
        watch(event, arguments)


sys.addaudithook(_audit)  # Python has no way to remove a hook


@contextlib.contextmanager
def watch_files(folder):
    """Lists the files of a folder that are opened meanwhile, and any listing of the folder itself."""
    seen = []

    def watch(event, arguments):
        if event in {"open", "os.listdir", "os.scandir"} and str(arguments[0]).startswith(str(folder)):
            seen.append(str(arguments[0]))

    _watchers.append(watch)
    try:
        yield seen
    finally:
        _watchers.remove(watch)
