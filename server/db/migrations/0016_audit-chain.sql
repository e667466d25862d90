-- The hash of the row before was forked by parallel writes and never read; the chain is sealed anew over all rows.
alter table "auditlog" drop column "prevHash";

create table "auditchain" (
  "position" bigint not null,
  "source" text not null,
  "rowId" bigint not null,
  "sealedAt" timestamptz default now() not null,
  "hash" bytea not null,
  constraint "auditchain_pkey" primary key ("position")
);

create table "auditchainmark" (
  "source" text not null,
  "rowId" bigint not null,
  constraint "auditchainmark_pkey" primary key ("source")
);

create unique index "auditchain_rowId_source_key" on "auditchain" ("rowId", "source");

create trigger "refuse_change" before update or delete or truncate on "auditchain"
  for each statement execute function refuse_change();
