"""Hooks of schemathesis, a tester that makes requests up from /openapi.json: docs/internals/testing.md says how to run it.

They sign what must be signed, send the token of a user, and put the ids of things that exist into half of the requests,
because ids that are made up are never found.

    DECK_CONFORMANCE_URL, DECK_CONFORMANCE_KEY, DECK_CONFORMANCE_SECRET: the service, by default that of this machine
"""

import os
import random

import schemathesis
from flow import Integrator

user = Integrator(
    os.environ.get("DECK_CONFORMANCE_URL", "http://127.0.0.1:8787"),
    os.environ.get("DECK_CONFORMANCE_KEY", "demo-access-key"),
    os.environ.get("DECK_CONFORMANCE_SECRET", "demo-secret-key"),
    "schemathesis",
    "",
)
user.token = user.grant("token")
dice = random.Random(1)


def furnished():
    """Tasks in every state, designs and exports; some of them will be deleted on the way."""
    things = {"task": [], "ticket": [], "design": [], "key": [], "topic": []}
    for number in range(6):
        task = user.multipart("/api/ai/chat/v2/task", title=f"Tides {number}", type=1)["id"]
        things["task"].append(task)
        if number == 0:
            continue
        user.stream("/api/ai/chat/outline", task)
        things["ticket"].append(user.get("/api/ai/chat/v2/content", task_id=task))
        if number == 1:
            continue
        user.stream("/api/ai/chat/content", task)
        design = user.form("/api/design/v2/save", task_id=task)["id"]
        things["design"].append(design)
        things["key"].append(user.form("/api/download/export/file", id=design, format="pdf"))
    things["topic"] = [topic["id"] for topic in user.get("/api/ai/chat/config/list")["list"]]
    return things


THINGS = furnished()
SIGNED = {"/api/grant/token", "/api/grant/code", "/api/statistic/user/task"}
KINDS = {
    "task_id": "task",
    "text_id": "task",
    "ticket": "ticket",
    "design_id": "design",
    "user_design_id": "design",
    "task_key": "key",
}
ID_OF = {"/api/download/export/file": "design", "/api/ai/chat/config/detail": "topic", "/api/ai/chat/v2/task": "topic"}
# What the service profile allows: values that the document cannot know.
ALLOWED = {
    "page": [1, 2],
    "page_size": [1, 20],
    "order": [1, 2],
    "format": ["ppt", "pdf", "png", "jpeg"],
    "template_type": [1],
    "layout_type": [1],
}


@schemathesis.hook
def before_call(context, case, kwargs):
    if dice.random() < 0.5:
        for fields in (case.query, case.body):
            if isinstance(fields, dict):
                make_real(fields, case.path)
    if case.path in SIGNED:
        case.headers.update(user.signature_headers(case.method.upper(), case.path))
    elif dice.random() < 0.9:
        case.headers.update(user.token_headers())


def make_real(fields, path):
    for name in fields:
        kind = ID_OF.get(path) if name == "id" else KINDS.get(name)
        choices = THINGS[kind] if kind else ALLOWED.get(name)
        if choices:
            fields[name] = dice.choice(choices)
