#!/bin/sh
# Creates the secrets of compose.yaml, one file each, in deploy/secrets. Existing files are kept.
set -eu
cd "$(dirname "$0")"

umask 077
mkdir -p secrets
# Containers read the files as different users, so only the directory restricts access.
chmod 700 secrets

random() {
  head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'
}

# keep NAME TEXT
keep() {
  [ -e "secrets/$1" ] && return
  printf '%s\n' "$2" >"secrets/$1.new"
  chmod 444 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
  echo "Created deploy/secrets/$1"
}

keep postgres_password "$(random)"
temporal=$(random)
keep temporal_database "POSTGRES_PWD=$temporal
SQL_PASSWORD=$temporal"
keep service_database_url "postgres://deck:$(random)@postgresql:5432/deck"
keep secret_key "$(random)"
keep review_key "$(random)"
keep operator_token "$(random)"
keep grafana_password "$(random)"
