"""What the tests share."""

import hypothesis

hypothesis.settings.register_profile("duo", deadline=None, derandomize=True)
hypothesis.settings.load_profile("duo")
