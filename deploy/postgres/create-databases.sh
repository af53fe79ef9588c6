#!/bin/sh
# Creates roles and databases for Temporal and the service. The PostgreSQL image runs it once, on an empty volume.
set -eu

# Defines POSTGRES_PWD and SQL_PASSWORD, with the same value.
. /run/secrets/temporal_database
service=$(cat /run/secrets/service_database_url)
# postgres://deck:PASSWORD@...
service=${service#*://*:}
service=${service%%@*}

# psql quotes the passwords. Standard input keeps them out of the process list.
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<SQL
\set temporal '$POSTGRES_PWD'
\set service '$service'
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
CREATE ROLE deck LOGIN PASSWORD :'service';
CREATE DATABASE deck OWNER deck;
SQL
