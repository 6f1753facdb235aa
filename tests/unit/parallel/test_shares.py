"""Parts of a row: everything once, in order, and the last ones small."""

from __future__ import annotations

import pytest

from cardforge.parallel.shares import shares_of


@pytest.mark.parametrize("processes", [1, 2, 3, 5, 64])
@pytest.mark.parametrize("count", [1, 7, 99, 5400])
def test_all_are_shared_once_in_order_and_the_last_shares_are_small(count: int, processes: int) -> None:
    shares = list(shares_of(1, count, 100, 25, processes))

    assert [at for share in shares for at in share] == list(range(1, count))
    assert [len(share) for share in shares] == sorted(map(len, shares), reverse=True)
    assert all(len(share) <= 100 for share in shares)
    assert all(len(share) >= 25 for share in shares[:-1])
