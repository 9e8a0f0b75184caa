"""Locks are held once, by the process that holds the current file."""

import os
import threading

import filelock._unix

from duo.files import locks


def test_a_lock_is_held_once_and_leaves_no_file(tmp_path):
    lock = locks.try_lock(tmp_path / "game.lock")
    assert lock is not None
    assert locks.try_lock(tmp_path / "game.lock") is None
    locks.release_lock(lock)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_taken_in_one_thread_is_given_back_in_another(tmp_path):
    lock = locks.try_lock(tmp_path / "game.lock")
    other = threading.Thread(target=locks.release_lock, args=[lock])
    other.start()
    other.join()
    assert locks.try_lock(tmp_path / "game.lock") is not None


def test_whoever_opened_a_lock_before_it_was_taken_away_does_not_hold_it(tmp_path, monkeypatch):
    """If a lock on a removed file counted, two processes could hold the same lock."""
    path = tmp_path / "game.lock"
    first = locks.try_lock(path)
    others = []
    real = filelock._unix._lock_fd_nonblocking

    def take_late(descriptor):
        """Release the lock and acquire it again between opening and locking the file."""
        monkeypatch.undo()
        locks.release_lock(first)
        others.append(locks.try_lock(path))
        return real(descriptor)

    monkeypatch.setattr(filelock._unix, "_lock_fd_nonblocking", take_late)
    assert locks.try_lock(path) is None
    [other] = others
    assert os.path.samestat(path.stat(), os.fstat(other._context.lock_file_fd))
    locks.release_lock(other)
