#!/usr/bin/env bash
# The minimal flow of the interface specification with bash, curl and openssl alone:
# grant token, create task, outline, content, save design, start export, poll the result, download.
#
#     flow.sh BASE_URL ACCESS_KEY SECRET_KEY OUTPUT_FILE
set -euo pipefail

base=$1 key=$2 secret=$3 output=$4
uid=bash-user channel=bash

fail() {
  echo "not as specified: $1" >&2
  exit 1
}

# The value of a field of an envelope's data that is a number or a plain text.
field() {
  local found
  found=$(sed -nE "s/.*\"$2\":\"?([^\",}]+)\"?.*/\1/p" <<<"$1" | head -1)
  [ -n "$found" ] || fail "no field $2 in $1"
  echo "$found"
}

# data of an envelope, where data is a text.
text() {
  [[ $1 == '{"code":0,'* ]] || fail "code is not 0 in $1"
  sed -nE 's/.*"data":"([^"]+)".*/\1/p' <<<"$1"
}

now=$(date +%s)
signature=$(printf 'GET@/api/grant/token/@%s' "$now" | openssl dgst -sha1 -hmac "$secret" -binary | openssl base64)
granted=$(curl -sSf "$base/api/grant/token?uid=$uid&channel=$channel" \
  -H "x-api-key: $key" -H "x-timestamp: $now" -H "x-signature: $signature")
token=$(field "$granted" token)
echo "token"

api() {
  curl -sSf -H "x-api-key: $key" -H "x-channel: $channel" -H "x-token: $token" "$@"
}

# The same task in the forms that clients send: names without quotes, url-encoded, and as curl writes it.
unquoted=$'--edge\r\nContent-Disposition: form-data; name=title\r\n\r\nThe history of tea\r\n'
unquoted+=$'--edge\r\nContent-Disposition: form-data; name=type\r\n\r\n1\r\n--edge--\r\n'
created=$(api "$base/api/ai/chat/v2/task" -H 'content-type: multipart/form-data; boundary=edge' --data-binary "$unquoted")
field "$created" id >/dev/null
created=$(api "$base/api/ai/chat/v2/task" --data-urlencode 'title=The history of tea' -d type=1 -d 'senior_options=[47,3,40]')
field "$created" id >/dev/null
created=$(api "$base/api/ai/chat/v2/task" -F 'title=The history of tea' -F type=1)
task=$(field "$created" id)
echo "task $task"

for step in outline content; do
  stream=$(api -N "$base/api/ai/chat/$step?task_id=$task")
  [[ $stream == *$'event:close\ndata:api-close' ]] || fail "the $step stream has no end: ${stream: -200}"
  [ "$(grep -c '^event:message$' <<<"$stream")" -gt 1 ] || fail "the $step stream has no fragments"
  echo "$step"
done

templates=$(api "$base/api/template_component/suit/search?page=1&page_size=1")
template=$(sed -nE 's/.*"list":\[\{"id":([0-9]+).*/\1/p' <<<"$templates")
saved=$(api "$base/api/design/v2/save" -d "task_id=$task" -d name=Tea -d "template_id=$template" -d template_type=1)
design=$(field "$saved" id)
echo "design $design"

task_key=$(text "$(api "$base/api/download/export/file" -d "id=$design" -d format=ppt -d edit=True -d files_to_zip=0)")
[ -n "$task_key" ] || fail "no export task identifier"
for _ in $(seq 1 120); do
  result=$(api "$base/api/download/export/file/result" -d "task_key=$task_key")
  [[ $result == '{"code":0,'* ]] || fail "the export failed: $result"
  link=$(sed -nE 's/.*"data":\["([^"]+)".*/\1/p' <<<"$result")
  [ -z "$link" ] || break
  sleep 0.5
done
[ -n "$link" ] || fail "the export did not finish"

curl -sSf -o "$output" "$link"
[ "$(head -c 2 "$output")" = PK ] || fail "the file is no presentation"
echo "file of $(wc -c <"$output") bytes"
echo "flow complete"
