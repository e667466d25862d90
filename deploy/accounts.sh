#!/bin/sh
# Accounts of the owner and the server, with the passwords of their addresses.
set -eu
password() { sed -n 's|^postgres[a-z]*://[^:]*:\([^@]*\)@.*|\1|p' "/run/secrets/$1"; }
psql --username postgres --set ON_ERROR_STOP=1 \
  --set owner="$(password database_owner_url)" --set server="$(password database_url)" <<'SQL'
create role lotline_owner login password :'owner';
create role lotline_server login password :'server';
create database lotline owner lotline_owner encoding 'UTF8' template template0;
SQL
