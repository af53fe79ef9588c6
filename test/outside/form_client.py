"""A plugin as they are written for low-code platforms: a form with fixed option ids, a form for the template, and a stream
reader that stops at the first line with the word "close". Every id of the forms is used once at least.

    python3 form_client.py BASE_URL ACCESS_KEY SECRET_KEY
"""

import json
import sys

import requests
from requests_flow import TIMEOUT, NotAsSpecified, Service, check, exported

FORM = {"page": range(2, 5), "group": range(6, 17), "scene": range(18, 39), "tone": range(40, 46)}
TITLES = ["Annual review of a bakery", "An introduction to closed systems", "Closing the gap", "Life in the city", "智慧城市"]
# What other forms send: ids that no service has, and values that are no options at all.
STRANGE = ['{"page":99,"group":6}', "[47,3,40]", '{"scene":null}', "null", '{"pages":3}', "", "{}", "page=3"]


def naive_stream(service, path, task_id):
    text = ""
    response = requests.get(
        service.base_url + path, params={"task_id": task_id}, headers=service.headers, stream=True, timeout=TIMEOUT
    )
    for line in response.iter_lines():
        line = line.decode()
        if "close" in line:
            break
        if line.startswith("data:"):
            text += json.loads(line[5:])["content"]
    return text


def pages_of(tree):
    return sum(len(chapter["children"]) for chapter in tree["children"])


def combinations():
    """As many forms as the longest list has ids; together they hold every id."""
    for turn in range(max(len(ids) for ids in FORM.values())):
        yield turn, {name: ids[turn % len(ids)] for name, ids in FORM.items()}


def main(base_url, access_key, secret_key):
    service = Service(base_url, access_key, secret_key, "form-user")
    sizes = {}
    for turn, options in combinations():
        title = TITLES[turn % len(TITLES)]
        fields = {"title": title, "type": 1, "senior_options": json.dumps(options)}
        task_id = service.form("/api/ai/chat/v2/task", **fields)["id"]
        outline = naive_stream(service, "/api/ai/chat/outline", task_id)
        tree = service.form("/api/generate/data", task_id=task_id)
        shown = sum(1 for line in outline.split("\n") if line.startswith("### "))
        check(shown == pages_of(tree), f"{options}: the reader saw {shown} of {pages_of(tree)} pages of {title!r}")
        sizes.setdefault(options["page"], []).append(shown)
    check(max(sizes[2]) < min(sizes[4]), f"page 2 and 4 make decks of {sizes}")
    print(f"{turn + 1} forms")

    for strange in STRANGE:
        task = service.form("/api/ai/chat/v2/task", title="Tea", type=1, senior_options=strange)
        check(task["title"] == "Tea", f"senior_options {strange}: {task}")
    print("strange options")

    filters = service.get("/api/template_component/suit/select")
    colours, styles, scenes = (
        [one["id"] for one in filters[name]] + [999] for name in ("colour", "suit_style", "suit_scene")
    )
    found = set()
    for turn, (colour, style) in enumerate((colour, style) for colour in colours for style in styles):
        query = {"colour_id": colour, "style_id": style, "scene_id": scenes[turn % len(scenes)], "page": 1, "page_size": 1}
        templates = service.get("/api/template_component/suit/search", **query)["list"]
        check(len(templates) == 1, f"no template for {query}")
        found.add(templates[0]["id"])
    check(len(found) > 5, f"all combinations find {found}")
    print(f"{len(found)} templates for {turn + 1} combinations")

    content = naive_stream(service, "/api/ai/chat/content", task_id)
    check(content.rstrip().endswith("```") and len(content) > len(outline), "the content is cut short")
    design = service.form("/api/design/v2/save", task_id=task_id, template_id=sorted(found)[0])
    links = exported(service, design["id"], format="ppt", edit=True, files_to_zip=False)
    check(len(links) == 1, f"links: {links}")
    print("flow complete")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except NotAsSpecified as trouble:
        print(f"not as specified: {trouble}", file=sys.stderr)
        sys.exit(1)
