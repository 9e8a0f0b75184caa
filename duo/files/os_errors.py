"""Errors of the operating system as refusals, which can be translated."""

import errno

from duo.core.refusal import Refusal
from duo.core.word import shorten

_MAX_PATH_LENGTH = 400  # characters
_REASON_BY_ERRNO = {
    errno.ENOENT: Refusal("No such file or directory"),
    errno.EACCES: Refusal("Permission denied"),
    errno.EPERM: Refusal("Operation not permitted"),
    errno.EISDIR: Refusal("Is a directory"),
    errno.ENOTDIR: Refusal("Not a directory"),
    errno.EEXIST: Refusal("File exists"),
    errno.ENAMETOOLONG: Refusal("File name too long"),
    errno.ELOOP: Refusal("Too many levels of symbolic links"),
    errno.EROFS: Refusal("Read-only file system"),
    errno.ENOSPC: Refusal("No space left on device"),
    errno.EFBIG: Refusal("File too large"),
    errno.EIO: Refusal("Input/output error"),
    errno.EBADF: Refusal("Bad file descriptor"),
    errno.EMFILE: Refusal("Too many open files"),
    errno.ENXIO: Refusal("No such device or address"),
    errno.EINVAL: Refusal("Invalid argument"),
    errno.EADDRINUSE: Refusal("Address already in use"),
    errno.EADDRNOTAVAIL: Refusal("Cannot assign requested address"),
    errno.ECONNREFUSED: Refusal("Connection refused"),
    errno.ETIMEDOUT: Refusal("Connection timed out"),
}


def os_error_reason(error: OSError) -> Refusal:
    """Return the reason without the file name."""
    known = _REASON_BY_ERRNO.get(error.errno or 0)
    return known or Refusal("{problem}", problem=error.strerror or str(error))


def os_error_with_file(error: OSError) -> Refusal:
    """Return the reason, prefixed with the file name if the system gives one."""
    if error.filename is None:
        return os_error_reason(error)
    path = shorten(str(error.filename), _MAX_PATH_LENGTH)
    return Refusal("{source}: {problem}", source=path, problem=os_error_reason(error))
