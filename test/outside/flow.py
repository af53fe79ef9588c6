"""One whole flow against the service, written from the text of the interface specification alone.

Standard library only, with its own signature, multipart and event-stream code, so that nothing of this project can make
a misunderstanding of the text look right. Prints one line a step, `flow complete` at the end; the first thing that is
not as the text says ends it with a sentence and exit code 1.

    python3 flow.py BASE_URL ACCESS_KEY SECRET_KEY [UID] [CHANNEL]
"""

import base64
import hashlib
import hmac
import http.client
import json
import re
import sys
import time
import urllib.parse
import uuid

POLL_SECONDS = 0.3
POLL_FOR_SECONDS = 60


class NotAsSpecified(Exception):
    pass


def check(condition, sentence):
    if not condition:
        raise NotAsSpecified(sentence)


class Integrator:
    """The integrator's server: signs for grants, and calls for one user with header set A."""

    def __init__(self, base_url, access_key, secret_key, uid, channel):
        self.base = urllib.parse.urlsplit(base_url)
        self.access_key, self.secret_key = access_key, secret_key
        self.uid, self.channel = uid, channel
        self.token = None

    def send(self, method, path, headers, body=None):
        kind = http.client.HTTPSConnection if self.base.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.base.netloc, timeout=60)
        try:
            connection.request(method, self.base.path.rstrip("/") + path, body=body, headers=headers)
            response = connection.getresponse()
            return response.status, response.getheader("content-type") or "", response.read()
        finally:
            connection.close()

    def signature_headers(self, method, path):
        timestamp = str(int(time.time()))
        text = method + "@" + path.rstrip("/") + "/@" + timestamp
        digest = hmac.new(self.secret_key.encode(), text.encode(), hashlib.sha1).digest()
        return {
            "x-api-key": self.access_key,
            "x-timestamp": timestamp,
            "x-signature": base64.b64encode(digest).decode(),
        }

    def token_headers(self):
        return {"x-api-key": self.access_key, "x-channel": self.channel, "x-token": self.token}

    def envelope(self, answer, path):
        status, content_type, body = answer
        check(200 <= status < 300, f"{path}: HTTP status {status}: {body[:200]!r}")
        check(content_type.startswith("application/json"), f"{path}: content type {content_type}")
        value = json.loads(body)
        check(sorted(value) == ["code", "data", "msg"], f"{path}: the envelope has the fields {sorted(value)}")
        check(type(value["code"]) is int and type(value["msg"]) is str, f"{path}: code or msg of another type")
        return value

    def data(self, answer, path):
        value = self.envelope(answer, path)
        check(value["code"] == 0, f"{path}: code {value['code']}: {value['msg']}")
        return value["data"]

    def grant(self, what):
        path = "/api/grant/" + what
        query = urllib.parse.urlencode({"uid": self.uid, "channel": self.channel})
        data = self.data(self.send("GET", path + "?" + query, self.signature_headers("GET", path)), path)
        check(data["api_key"] == self.access_key and data["uid"] == self.uid, f"{path}: for somebody else")
        check(type(data["time_expire"]) is int and data["time_expire"] > 0, f"{path}: time_expire")
        check(type(data[what]) is str and data[what] != "", f"{path}: no {what}")
        return data[what]

    def count_outlines(self):
        path = "/api/statistic/user/task"
        body = urllib.parse.urlencode({"uid": self.uid, "channel": self.channel})
        headers = self.signature_headers("POST", path)
        headers["content-type"] = "application/x-www-form-urlencoded"
        data = self.data(self.send("POST", path, headers, body), path)
        # The shown body carries the array serialised as a string.
        items = json.loads(data) if isinstance(data, str) else data
        check(len(items) == 1 and items[0]["uid"] == self.uid, f"{path}: does not correspond to the requested uid")
        return items[0]["count"]

    def get(self, path, **query):
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        return self.data(self.send("GET", target, self.token_headers()), path)

    def raw_form(self, path, fields):
        headers = {**self.token_headers(), "content-type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, headers, urllib.parse.urlencode(fields))

    def form(self, path, **fields):
        return self.data(self.raw_form(path, fields), path)

    def multipart(self, path, **fields):
        boundary = uuid.uuid4().hex
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ]
        body = ("".join(parts) + f"--{boundary}--\r\n").encode()
        headers = {**self.token_headers(), "content-type": "multipart/form-data; boundary=" + boundary}
        return self.data(self.send("POST", path, headers, body), path)

    def stream(self, path, task_id):
        status, content_type, body = self.send("GET", f"{path}?task_id={task_id}", self.token_headers())
        check(status == 200 and content_type.startswith("text/event-stream"), f"{path}: {status} {content_type} {body[:200]!r}")
        fragments, closed = [], False
        for block in body.decode("utf-8").split("\n\n"):
            if block == "":
                continue
            check(not closed, f"{path}: something after close")
            lines = [line.split(":", 1) for line in block.split("\n")]
            event = "".join(value.strip() for name, value in lines if name == "event")
            payload = "\n".join(value[1:] if value.startswith(" ") else value for name, value in lines if name == "data")
            if event == "close":
                check(payload == "api-close", f"{path}: close carries {payload!r}")
                closed = True
            else:
                check(event == "message", f"{path}: event {event!r}: {payload[:200]}")
                fragments.append(json.loads(payload)["content"])
        check(closed, f"{path}: no close event")
        check(len(fragments) > 1, f"{path}: not in fragments")
        return "".join(fragments)


def without_fence(markdown):
    match = re.fullmatch(r"\s*```\w*\n(.*)\n```\s*", markdown, re.DOTALL)
    return match.group(1) if match else markdown


def until(ask, done, what):
    end = time.time() + POLL_FOR_SECONDS
    while True:
        value = ask()
        if done(value):
            return value
        check(time.time() < end, f"{what} did not finish within {POLL_FOR_SECONDS} s; last answer: {value!r}")
        time.sleep(POLL_SECONDS)


def nodes_of(node):
    yield node
    for child in node.get("children") or []:
        yield from nodes_of(child)


def first_chapter(root):
    return next(child for child in root["children"] if child["type"] not in ("catalog", "ending"))


def step(sentence):
    print(sentence, flush=True)


def generate(user, title):
    before = user.count_outlines()
    task = user.multipart("/api/ai/chat/v2/task", title=title, type=1)
    check(type(task["id"]) is int and task["title"] == title and task["type"] == 1, f"task: {task}")
    check(task["api_key"] == user.access_key, "task: another key")
    check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)", task["created_at"]), f"created_at: {task['created_at']}")
    step(f"task {task['id']}")

    outline = without_fence(user.stream("/api/ai/chat/outline", task["id"]))
    check(outline.startswith("# "), f"the outline is no Markdown with a title: {outline[:80]!r}")
    check(user.count_outlines() == before + 1, "the outline was not counted for its user")
    step("outline")

    root = user.form("/api/generate/data", task_id=task["id"])
    check(root["depth"] == 1 and root["parentId"] == 0 and root["type"] == "title", f"root: {root['type']}")
    nodes = list(nodes_of(root))
    check(len({node["id"] for node in nodes}) == len(nodes), "two nodes with one id")
    for node in nodes:
        for sort, child in enumerate(node["children"]):
            check(child["parentId"] == node["id"] and child["depth"] == node["depth"] + 1, f"node {child['id']}")
            check(child["sort"] == sort, f"node {child['id']} has sort {child['sort']} at place {sort}")
    step(f"tree of {len(nodes)} nodes")

    edited = "A chapter of our own"
    first_chapter(root)["value"] = edited
    saved = user.form("/api/ai/chat/v2/outline/save", task_id=task["id"], content=json.dumps(root, ensure_ascii=False))
    check(saved == 3, f"outline save answers {saved!r}")
    again = user.form("/api/generate/data", task_id=task["id"])
    check(first_chapter(again)["value"] == edited, "the edit is not in the tree")
    step("edited outline saved")

    ticket = user.get("/api/ai/chat/v2/content", task_id=task["id"])
    check(type(ticket) is str and ticket != "", f"ticket: {ticket!r}")
    result = until(
        lambda: user.get("/api/ai/chat/v2/content/check", ticket=ticket),
        lambda value: value["status"] == 2,
        "the content",
    )
    content = without_fence(result["content"])
    check(edited in content and len(content) > len(outline), "the content does not come from the edited outline")
    step(f"content of {len(content)} characters")
    return task["id"]


def design_of(user, task_id):
    filters = user.get("/api/template_component/suit/select")
    check(all(re.fullmatch(r"#[0-9A-Fa-f]{6}", colour["code"]) for colour in filters["colour"]), "a colour's code")
    page = user.get("/api/template_component/suit/search", page=1, page_size=2)
    check(page["pagination"]["current_page"] == 1 and page["pagination"]["page_size"] == 2, f"{page['pagination']}")
    check(0 < len(page["list"]) <= 2 and page["pagination"]["total"] >= len(page["list"]), "templates on the page")
    template = page["list"][0]
    check(template["cover_img"].startswith("//"), f"cover_img is not protocol-relative: {template['cover_img']}")
    step(f"template {template['id']} of {page['pagination']['total']}")

    saved = user.form(
        "/api/design/v2/save", task_id=task_id, name="Our deck", template_id=template["id"], template_type=1
    )
    check(sorted(saved) == ["cover_url", "id", "name", "size"], f"save answers {sorted(saved)}")
    check(saved["name"] == "Our deck" and re.fullmatch(r"\d+x\d+", saved["size"]), f"{saved}")
    step(f"design {saved['id']}")

    listed = [one for one in user.get("/api/design/list", page=1, page_size=20)["list"] if one["id"] == saved["id"]]
    check(len(listed) == 1, "the design is not in the list")
    check(listed[0]["delete_time"] == "" and listed[0]["auto_delete_time"] == 0, f"{listed[0]}")
    for name in ("storage_time", "created_at", "updated_at"):
        check(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", listed[0][name]), f"{name}: {listed[0][name]}")
    info = user.get("/api/design/info", user_design_id=saved["id"])
    check(info["task_id"] == task_id and type(info["version"]) is int, f"{info}")
    tree = user.form("/api/generate/ppt-tree", design_id=saved["id"])
    check(len(tree) > 3 and all(type(page["pageType"]) is int for page in tree), "the tree of the design")
    renamed = user.form("/api/design/save/name", user_design_id=saved["id"], name="Our deck, renamed")
    check(renamed["name"] == "Our deck, renamed", f"{renamed}")
    step("listed, read, renamed")
    return saved["id"]


def export(user, design_id):
    key = user.form("/api/download/export/file", id=design_id, format="ppt", edit="true", files_to_zip="false")
    check(type(key) is str and key != "" and "://" not in key, f"task key: {key!r}")
    links = until(
        lambda: user.form("/api/download/export/file/result", task_key=key),
        lambda value: len(value) > 0,
        "the export",
    )
    target = urllib.parse.urlsplit(links[0])
    connection = http.client.HTTPConnection(target.netloc, timeout=60)
    # A link is for whoever holds it: no credentials.
    connection.request("GET", target.path + "?" + target.query)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    check(response.status == 200 and body[:2] == b"PK", f"download: {response.status} {body[:60]!r}")
    check(b"ppt/slides/slide1.xml" in body, "the file is no presentation")
    step(f"file of {len(body)} bytes")


def trash(user, design_id):
    def ids(path):
        return {one["id"]: one for one in user.get(path, page=1, page_size=100)["list"]}

    check(user.form("/api/design/delete", user_design_id=design_id) == [], "delete answers something")
    check(design_id not in ids("/api/design/list"), "a deleted design stands in the list")
    deleted = ids("/api/design/del/list").get(design_id)
    check(deleted is not None and deleted["delete_time"] != "" and deleted["auto_delete_time"] > 0, f"{deleted}")
    check(user.form("/api/design/revert", user_design_id=design_id) == [], "revert answers something")
    check(design_id in ids("/api/design/list"), "a reverted design is not in the list")
    check(design_id not in ids("/api/design/del/list"), "a reverted design is still in the trash")
    user.form("/api/design/delete", user_design_id=design_id)
    check(user.form("/api/design/clear", user_design_id=design_id) == [], "clear answers something")
    check(design_id not in ids("/api/design/del/list"), "a cleared design is still in the trash")
    refused = user.envelope(user.raw_form("/api/design/revert", {"user_design_id": design_id}), "/api/design/revert")
    check(refused["code"] != 0 and refused["msg"] != "", "a cleared design was restored")
    step("deleted, restored, removed for ever")


def wrong_credentials(user):
    headers = {**user.signature_headers("GET", "/api/grant/token"), "x-signature": "AAAA"}
    refused = user.envelope(user.send("GET", "/api/grant/token?uid=x", headers), "/api/grant/token")
    check(refused["code"] != 0 and refused["msg"] != "", "a wrong signature was accepted")
    headers = {**user.token_headers(), "x-channel": user.channel + "-other"}
    refused = user.envelope(user.send("GET", "/api/design/list", headers), "/api/design/list")
    check(refused["code"] != 0, "a token was accepted for another channel")
    step("wrong credentials refused")


def main(base_url, access_key, secret_key, uid="python-user", channel="python"):
    user = Integrator(base_url, access_key, secret_key, uid, channel)
    user.token = user.grant("token")
    check(user.grant("code") != user.token, "code and token are the same")
    step("token and code")
    task_id = generate(user, "Bridges of the world: 桥梁")
    design_id = design_of(user, task_id)
    export(user, design_id)
    trash(user, design_id)
    wrong_credentials(user)
    print("flow complete")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except NotAsSpecified as trouble:
        print(f"not as specified: {trouble}", file=sys.stderr)
        sys.exit(1)
