drop index "labelprint_printerId_nextAt_some_idx";

alter table "labelprint" drop constraint "labelprint_status_check";
alter table "labelprint" add column "claim" text;
alter table "labelprint" add column "begunAt" timestamptz;
alter table "labelprint" add constraint "labelprint_status_check" check ("status" in ('QUEUED', 'SENDING', 'SENT', 'FAILED'));
create index "labelprint_printerId_nextAt_some_idx" on "labelprint" ("printerId", "nextAt") where "status" in ('QUEUED', 'SENDING');
