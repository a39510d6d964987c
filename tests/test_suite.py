"""What holds for all tests."""

from hypothesis import HealthCheck, settings


def test_a_busy_machine_is_no_failure() -> None:
    """No property test fails because it was slow."""
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check
