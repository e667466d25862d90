-- Run once on the leader: psql -v owner=OWNER_PASSWORD -v server=SERVER_PASSWORD -f - < accounts.sql
\set ON_ERROR_STOP 1
create role lotline_owner login password :'owner';
create role lotline_server login password :'server';
-- For the status page: how far each standby is behind.
grant pg_read_all_stats to lotline_server;
create database lotline owner lotline_owner encoding 'UTF8' template template0;
