drop index "stockledger_dealerId_idx";

create or replace function count_rights() returns trigger language plpgsql as $$
begin
  if current_setting('lotline.rights', true) is distinct from pg_current_xact_id()::text then
    perform set_config('lotline.rights', pg_current_xact_id()::text, true);
    insert into "rightsversion" ("id", "version") values (true, 1)
      on conflict ("id") do update set "version" = "rightsversion"."version" + 1;
  end if;
  return null;
end
$$;

create table "rightsversion" (
  "id" boolean default true not null,
  "version" bigint not null,
  constraint "rightsversion_pkey" primary key ("id"),
  constraint "rightsversion_one" check ("id")
);

alter table "stockledger" add constraint "stockledger_soldToDealer" check ("moveType" <> 'SAL' or "dealerId" is not null);
create index "stockledger_lotId_some_idx" on "stockledger" ("lotId") include ("id", "reversalOfSeq") where "moveType" = 'REV';
create index "stockledger_dealerId_lotId_idx" on "stockledger" ("dealerId", "lotId");

create constraint trigger "count_rights" after insert or update or delete on "menu"
  deferrable initially deferred for each row execute function count_rights();

create constraint trigger "count_rights" after insert or update or delete on "role"
  deferrable initially deferred for each row execute function count_rights();

create constraint trigger "count_rights" after insert or update or delete on "role_menuIds"
  deferrable initially deferred for each row execute function count_rights();

create constraint trigger "count_rights" after insert or update or delete on "user_roleIds"
  deferrable initially deferred for each row execute function count_rights();
