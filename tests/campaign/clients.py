"""Annotators in a process of their own: `python -m tests.campaign.clients take|answer FOLDER NAME...`.

One thread for each name. `take` takes leases until there are none; `answer` answers and corrects without end, and
prints a line for each answer after it was acknowledged: user, item, revision, UUID, text.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from uuid import uuid4

from stead.campaign import Campaign, Stale, Submission, open_campaign


def take(campaign: Campaign, name: str) -> None:
    user = campaign.users.by_name(name)
    last = None
    for _ in range(10):
        found = campaign.assignment.next(user, after=last)
        if not isinstance(found, int):
            return
        last = found


def answer(campaign: Campaign, name: str) -> None:
    user = campaign.users.by_name(name)
    items = [each.item.id for each in campaign.answers.list_items(user.id)]
    for number in count():
        found = campaign.assignment.next(user)
        if isinstance(found, int):
            items = [*dict.fromkeys((*items, found))]
        item_id = items[number % len(items)]
        before = campaign.answers.task(user.id, item_id).answer
        typed = Submission(
            uuid=str(uuid4()),
            based_on=before.revision if before else 0,
            substitutes=(f"{name} {number}",),
            comment="x" * 500,
        )
        done = campaign.answers.submit(user.id, item_id, typed)
        assert not isinstance(done, Stale)
        line = f"{name}\t{item_id}\t{done.answer.revision}\t{typed.uuid}\t{typed.substitutes[0]}\n"
        os.write(1, line.encode())


def main(what: str, folder: str, *names: str) -> None:
    with open_campaign(folder) as campaign, ThreadPoolExecutor(len(names)) as pool:
        os.write(1, b"ready\n")
        sys.stdin.readline()
        work = {"take": take, "answer": answer}[what]
        for future in [pool.submit(work, campaign, name) for name in names]:
            future.result()


if __name__ == "__main__":
    main(*sys.argv[1:])
