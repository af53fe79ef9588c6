#!/bin/sh
# Brings Temporal's two databases to the schema of this version; on every start, so that a newer image updates them.
set -eu

for name in temporal visibility; do
  database=temporal
  [ "$name" = visibility ] && database=temporal_visibility
  export SQL_DATABASE="$database"
  # Makes the table of versions, unless it is there.
  temporal-sql-tool setup-schema --version 0.0 || echo "schema of $database stands already"
  temporal-sql-tool update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$name/versioned"
done
