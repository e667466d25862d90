create or replace function tell_change() returns trigger language plpgsql as $$
declare
  changed record;
  kind text := left(tg_op, 1);
  owner bigint := 0;
begin
  if tg_op = 'DELETE' then
    changed := old;
  else
    changed := new;
  end if;
  if tg_argv[0] = 'customerId' then
    owner := changed."customerId";
  elsif tg_argv[0] = 'id' then
    owner := changed.id;
  end if;
  if tg_op = 'UPDATE' and tg_argv[1] = 'isDeleted' then
    if new."isDeleted" and not old."isDeleted" then
      kind := 'D';
    end if;
  end if;
  perform pg_notify('lotline', concat_ws(' ', tg_table_name, kind, changed.id, coalesce(owner, 0),
    current_setting('lotline.by', true)));
  return null;
end
$$;

create or replace function tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('lotline', 'session ' || old.session);
  return null;
end
$$;

create trigger "tell_change" after insert or update or delete on "brand" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "unit" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "callbackgrade" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "techflow" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "product" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "productspec" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "productformula" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "producttechflow" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "thirdreport" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "consumables" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "supply" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "material" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "materialspec" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "materialstorein" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "materialstoreout" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "produceplan" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "getmaterialrecord" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "materialmakeup" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "usematerialrecord" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "productstorein" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "productstoreout" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "importcontrol" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "dealer" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "productsaleout" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "callback" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "callbackdealer" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "complaint" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "retainsample" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "employee" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "employeehealth" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "equipment" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "equipmentrepaidrecord" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "detecequipment" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "detecequipmentrecord" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "qualityinspection" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "unqualifiedproduct" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "consumablesout" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "unsafefoodanalyse" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "unsafefoodcallbackplan" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "unsafefoodaccident" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "stocklot" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "stockbalance" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "stockledger" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "lotstatuslog" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "lotlink" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "warehouse" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "stocklocation" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "stockcount" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "tracesnapshot" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "customer" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('id', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "user" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "role" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "group" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId', 'isDeleted');

create trigger "tell_change" after insert or update or delete on "menu" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('');

create trigger "tell_change" after insert or update or delete on "uistring" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('');

create trigger "tell_change" after insert or update or delete on "notify" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "version" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('');

create trigger "tell_change" after insert or update or delete on "questionanswer" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "task" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "userlogin" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "setting" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "holiday" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_change" after insert or update or delete on "auditlog" for each row when (current_setting('lotline.quiet', true) is distinct from 'on') execute function tell_change('customerId');

create trigger "tell_ended_session" after delete on "token" for each row when (old."kind" = 'SOCKET') execute function tell_ended_session();
