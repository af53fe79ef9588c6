#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: a role and its databases for Temporal, and for the service.
set -eu

# POSTGRES_PWD and SQL_PASSWORD, the same.
. /run/secrets/temporal_database
service=$(cat /run/secrets/service_database_url)
# postgres://deck:PASSWORD@...
service=${service#*://*:}
service=${service%%@*}

# Quoted by psql. The passwords come by standard input, where no list of processes shows them.
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<SQL
\set temporal '$POSTGRES_PWD'
\set service '$service'
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
CREATE ROLE deck LOGIN PASSWORD :'service';
CREATE DATABASE deck OWNER deck;
SQL
