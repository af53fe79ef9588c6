"""One whole flow with the `requests` library, as most programs in Python write it: forms of its own making, booleans as
Python prints them, a title in Chinese. Written from the text of the interface specification; nothing of this project.

    python3 requests_flow.py BASE_URL ACCESS_KEY SECRET_KEY
"""

import base64
import hashlib
import hmac
import json
import sys
import time

import requests

TITLE = "城市里的蜜蜂"
TIMEOUT = (10, 60)


class NotAsSpecified(Exception):
    pass


def check(condition, sentence):
    if not condition:
        raise NotAsSpecified(sentence)


class Service:
    def __init__(self, base_url, access_key, secret_key, uid, channel=""):
        self.base_url, self.access_key, self.secret_key = base_url, access_key, secret_key
        timestamp = int(time.time())
        signed = f"GET@/api/grant/token/@{timestamp}".encode()
        digest = hmac.new(secret_key.encode(), signed, hashlib.sha1).digest()
        grant = self.data(
            requests.get(
                base_url + "/api/grant/token",
                params={"uid": uid, "channel": channel},
                headers={
                    "x-api-key": access_key,
                    "x-timestamp": str(timestamp),
                    "x-signature": base64.b64encode(digest).decode(),
                },
                timeout=TIMEOUT,
            )
        )
        self.headers = {"x-api-key": access_key, "x-channel": channel, "x-token": grant["token"]}

    @staticmethod
    def data(response):
        check(response.status_code == 200, f"{response.url}: HTTP status {response.status_code}")
        envelope = response.json()
        check(envelope["code"] == 0, f"{response.url}: code {envelope['code']}: {envelope['msg']}")
        return envelope["data"]

    def get(self, path, **params):
        return self.data(requests.get(self.base_url + path, params=params, headers=self.headers, timeout=TIMEOUT))

    def form(self, path, **fields):
        return self.data(requests.post(self.base_url + path, data=fields, headers=self.headers, timeout=TIMEOUT))

    def answer(self, path, **fields):
        response = requests.post(self.base_url + path, data=fields, headers=self.headers, timeout=TIMEOUT)
        self.data(response)
        return response.json()

    def multipart(self, path, **fields):
        """Parts without a file name, and with an empty one: both are common."""
        answers = []
        for name in (None, ""):
            files = {field: (name, str(value)) for field, value in fields.items()}
            answers.append(
                self.data(requests.post(self.base_url + path, files=files, headers=self.headers, timeout=TIMEOUT))
            )
        return answers[-1]

    def unquoted_multipart(self, path, **fields):
        parts = "".join(
            f"--edge\r\nContent-Disposition: form-data; name={name}\r\n\r\n{value}\r\n" for name, value in fields.items()
        )
        headers = {**self.headers, "Content-Type": "multipart/form-data; boundary=edge"}
        body = (parts + "--edge--\r\n").encode()
        return self.data(requests.post(self.base_url + path, data=body, headers=headers, timeout=TIMEOUT))

    def stream(self, path, task_id):
        """The reader that many clients have: blocks split at empty lines, fields at fixed positions."""
        response = requests.get(
            self.base_url + path, params={"task_id": task_id}, headers=self.headers, stream=True, timeout=TIMEOUT
        )
        check(response.status_code == 200, f"{path}: HTTP status {response.status_code}")
        text, event, ended = "", "", False
        for block in response.iter_lines(delimiter=b"\n\n"):
            for line in block.decode("utf-8").split("\n"):
                if line.startswith("event:"):
                    event = line[6:]
                elif line.startswith("data:") and event == "message":
                    text += json.loads(line[5:])["content"]
                elif line.startswith("data:"):
                    check(event == "close", f"{path}: {event}: {line}")
                    ended = line == "data:api-close"
        check(ended, f"{path}: no close event")
        return text


def exported(service, design_id, **choices):
    key = service.form("/api/download/export/file", id=design_id, **choices)
    for _ in range(200):
        answer = service.answer("/api/download/export/file/result", task_key=key)
        if answer["data"]:
            check(answer["msg"] == "导出成功", f"a finished export says {answer['msg']}")
            return answer["data"]
        check(answer["msg"] == "导出中", f"a running export says {answer['msg']}")
        time.sleep(0.3)
    raise NotAsSpecified("the export did not finish")


def downloaded(link):
    response = requests.get(link, timeout=TIMEOUT)
    check(response.status_code == 200, f"{link}: HTTP status {response.status_code}")
    return response.headers["content-disposition"], response.content


def main(base_url, access_key, secret_key):
    service = Service(base_url, access_key, secret_key, "requests-user")
    print("token")

    task = service.multipart("/api/ai/chat/v2/task", title=TITLE, type=1, content="", id="")
    check(task["title"] == TITLE and task["type"] == 1, f"task: {task}")
    unquoted = service.unquoted_multipart("/api/ai/chat/v2/task", title=TITLE, type=1)
    check(unquoted["title"] == TITLE, f"task: {unquoted}")
    outline = service.stream("/api/ai/chat/outline", task["id"])
    check(outline.startswith("```markdown\n# " + TITLE + "\n"), f"outline: {outline[:60]!r}")
    content = service.stream("/api/ai/chat/content", task["id"])
    check(len(content) > len(outline), "the content is no longer than the outline")
    print(f"content of {len(content)} characters")

    edited = content.replace("# " + TITLE, "# " + TITLE + " 2", 1)
    saved = service.form("/api/ai/chat/v2/outline/save", task_id=task["id"], content=edited)
    check(saved == 3, f"outline save answers {saved!r}")
    tree = service.form("/api/generate/data", task_id=task["id"])
    check(tree["value"] == TITLE + " 2", f"the edit is not in the tree: {tree['value']}")
    print("edited")

    design = service.form("/api/design/v2/save", task_id=task["id"], name=TITLE)
    links = exported(service, design["id"], format="ppt", edit=True, files_to_zip=False)
    name, file = downloaded(links[0])
    check(file[:2] == b"PK", "the file is no presentation")
    check('filename="presentation.pptx"' in name, f"content-disposition: {name}")
    pictures = exported(service, design["id"], format="ppt", edit=False, files_to_zip=False)
    check(len(downloaded(pictures[0])[1]) > len(file), "edit=False makes no pictures")
    pages = exported(service, design["id"], format="png", files_to_zip=False)
    check(len(pages) > 5, f"{len(pages)} pages")
    check('filename="presentation-02.png"' in downloaded(pages[1])[0], "the name of the second page")
    zipped = exported(service, design["id"], format="png", files_to_zip=True)
    check(len(zipped) == 1 and 'filename="presentation.zip"' in downloaded(zipped[0])[0], "files_to_zip=True")
    print(f"{len(pages)} pages, one zip")
    print("flow complete")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except NotAsSpecified as trouble:
        print(f"not as specified: {trouble}", file=sys.stderr)
        sys.exit(1)
