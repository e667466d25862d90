drop index "stockledger_dealerId_idx";

create or replace function mark_rights() returns trigger language plpgsql as $$
begin
  if current_setting('lotline.rights', true) is distinct from pg_current_xact_id()::text then
    perform set_config('lotline.rights', pg_current_xact_id()::text, true);
    insert into "rightsmark" ("id", "mark") values (true, gen_random_uuid())
      on conflict ("id") do update set "mark" = excluded."mark";
  end if;
  return null;
end
$$;

create table "rightsmark" (
  "id" boolean default true not null,
  "mark" uuid not null,
  constraint "rightsmark_pkey" primary key ("id"),
  constraint "rightsmark_one" check ("id")
);

insert into "rightsmark" ("mark") values (gen_random_uuid());

alter table "stockledger" add constraint "stockledger_soldToDealer" check ("moveType" <> 'SAL' or "dealerId" is not null);
create index "stockledger_lotId_some_idx" on "stockledger" ("lotId") include ("id", "reversalOfSeq") where "moveType" = 'REV';
create index "stockledger_dealerId_lotId_idx" on "stockledger" ("dealerId", "lotId");

create constraint trigger "mark_rights" after insert or update or delete on "menu"
  deferrable initially deferred for each row execute function mark_rights();

create trigger "mark_emptied_rights" after truncate on "menu" for each statement execute function mark_rights();

create constraint trigger "mark_rights" after insert or update or delete on "role_menuIds"
  deferrable initially deferred for each row execute function mark_rights();

create trigger "mark_emptied_rights" after truncate on "role_menuIds" for each statement execute function mark_rights();
