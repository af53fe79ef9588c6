#!/bin/sh
# Migrates Temporal's two databases to the schema of this image, at every start.
set -eu

for name in temporal visibility; do
  database=temporal
  [ "$name" = visibility ] && database=temporal_visibility
  export SQL_DATABASE="$database"
  # Creates the version table if it is missing.
  temporal-sql-tool setup-schema --version 0.0 || echo "The schema of $database already exists."
  temporal-sql-tool update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$name/versioned"
done
