import json, os, time, urllib.request

def call(path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['DECK_TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(os.environ["DECK_API"] + path, data, headers)))

deck = call("/decks", {"title": "The history of tea", "settings": {"review": {"mode": "off"}}})
while not (state := call(f"/decks/{deck['id']}"))["files"]: time.sleep(1)
print(state["files"][0]["downloadUrl"])
