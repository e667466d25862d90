alter table "warehouse" add column "gln" text;
create unique index "warehouse_gln_key" on "warehouse" ("customerId", "gln") where not "isDeleted";

alter table "stocklocation" add column "gln" text;
create unique index "stocklocation_gln_key" on "stocklocation" ("customerId", "gln") where not "isDeleted";
