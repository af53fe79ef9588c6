"""Starts a deck, shows and approves its outline, and prints the path of the file. Run again, it returns the same deck.

    pip install temporalio && python3 docs/examples/start_and_approve.py "A title" my-request

Needs a Temporal server and a worker, such as those of `npx --no-install deck dev`. Set TEMPORAL_ADDRESS,
TEMPORAL_NAMESPACE and DECK_TASK_QUEUE if they differ from localhost:7233, default and presentation. All messages are
plain JSON: docs/api.md.
"""

import asyncio
import os
import sys

from temporalio.client import Client, WorkflowFailureError, WorkflowUpdateFailedError
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError

SECONDS_BETWEEN_QUESTIONS = 1
OVER = ("delivered", "rejected", "cancelled", "failed")


async def main(title="The history of tea", request="first"):
    client = await Client.connect(
        os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"),
        namespace=os.environ.get("TEMPORAL_NAMESPACE", "default"),
    )
    uid = "example"
    workflow_id = f"presentation/{uid}/{request}"
    try:
        await client.start_workflow(
            "presentation",
            {"uid": uid, "request": request, "title": title},
            id=workflow_id,
            task_queue=os.environ.get("DECK_TASK_QUEUE", "presentation"),
            id_conflict_policy=WorkflowIDConflictPolicy.FAIL,
            id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
            memo={"title": title},
        )
        print(f"{workflow_id} is started")
    except WorkflowAlreadyStartedError:
        print(f"{workflow_id} was started before")
    handle = client.get_workflow_handle(workflow_id)

    told = None
    while True:
        progress = await handle.query("progress")
        if progress["summary"] != told:
            told = progress["summary"]
            print(told)
        if progress["stage"] in OVER:
            break
        if "review" in progress:
            await approve(handle, progress["outline"])
        await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)

    try:
        result = await handle.result()
        for file in result["files"]:
            print(file["path"])
    except WorkflowFailureError as error:
        sys.exit(f"the deck failed: {error.cause}")
    finally:
        # The SDK's threads may crash a process that exits while they deliver the last response
        # (https://github.com/temporalio/sdk-python/issues/300).
        await asyncio.sleep(0.5)


async def approve(handle, outline):
    # A long text is in the workers' document store; the message holds its beginning and a reference.
    document = outline["document"]
    print(document.get("text") or document["preview"])
    message = {"revision": outline["revision"], "decision": "approve", "reviewer": "example"}
    try:
        answer = await handle.execute_update("review", message)
        print(answer["message"])
    except WorkflowUpdateFailedError as error:
        print(f"not taken: {error.cause}")


asyncio.run(main(*sys.argv[1:]))
