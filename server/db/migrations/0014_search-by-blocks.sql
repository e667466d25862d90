drop index "callback_search_idx";
drop index "consumablesout_search_idx";
drop index "detecequipmentrecord_search_idx";
drop index "equipmentrepaidrecord_search_idx";
drop index "getmaterialrecord_search_idx";
drop index "importcontrol_search_idx";
drop index "labelprint_search_idx";
drop index "materialmakeup_search_idx";
drop index "materialstorein_search_idx";
drop index "materialstoreout_search_idx";
drop index "pallet_search_idx";
drop index "produceplan_search_idx";
drop index "productsaleout_search_idx";
drop index "productstorein_search_idx";
drop index "productstoreout_search_idx";
drop index "qualityinspection_search_idx";
drop index "retainsample_search_idx";
drop index "stockcount_search_idx";
drop index "stockledger_search_idx";
drop index "stocklot_search_idx";
drop index "stockrelabel_search_idx";
drop index "tracesnapshot_search_idx";
drop index "unqualifiedproduct_search_idx";
drop index "unsafefoodanalyse_search_idx";
drop index "unsafefoodcallbackplan_search_idx";
drop index "usematerialrecord_search_idx";
drop index "userlogin_search_idx";

create or replace function search_keys(value text, owner bigint, id bigint) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  body text := lower(normalize(value, NFKC));
  block text := owner || '.' || (id >> 14) || ':';
  keys text[] := '{}';
begin
  for place in 1 .. length(body) loop
    if substr(body, place, 1) <> ' ' then
      keys := keys || (block || split_part(substr(body, place, 4), ' ', 1));
    end if;
  end loop;
  return array_to_tsvector(keys);
end
$$;

create index "materialstorein_search_idx" on "materialstorein" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "materialstoreout_search_idx" on "materialstoreout" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "produceplan_search_idx" on "produceplan" using gin (search_keys(coalesce("docNo", '') || ' ' || coalesce("lotNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "getmaterialrecord_search_idx" on "getmaterialrecord" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "materialmakeup_search_idx" on "materialmakeup" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "usematerialrecord_search_idx" on "usematerialrecord" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "productstorein_search_idx" on "productstorein" using gin (search_keys(coalesce("docNo", '') || ' ' || coalesce("lotNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "productstoreout_search_idx" on "productstoreout" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "importcontrol_search_idx" on "importcontrol" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "productsaleout_search_idx" on "productsaleout" using gin (search_keys(coalesce("docNo", '') || ' ' || coalesce("orderNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "callback_search_idx" on "callback" using gin (search_keys(coalesce("docNo", '') || ' ' || coalesce("title", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "retainsample_search_idx" on "retainsample" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "equipmentrepaidrecord_search_idx" on "equipmentrepaidrecord" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "detecequipmentrecord_search_idx" on "detecequipmentrecord" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "qualityinspection_search_idx" on "qualityinspection" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "unqualifiedproduct_search_idx" on "unqualifiedproduct" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "consumablesout_search_idx" on "consumablesout" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "unsafefoodanalyse_search_idx" on "unsafefoodanalyse" using gin (search_keys(coalesce("docNo", '') || ' ' || coalesce("title", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "unsafefoodcallbackplan_search_idx" on "unsafefoodcallbackplan" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "stocklot_search_idx" on "stocklot" using gin (search_keys(coalesce("lotNo", '') || ' ' || coalesce("supplierLotNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "stockledger_search_idx" on "stockledger" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "stockcount_search_idx" on "stockcount" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "stockrelabel_search_idx" on "stockrelabel" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "labelprint_search_idx" on "labelprint" using gin (search_keys(coalesce("docNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "pallet_search_idx" on "pallet" using gin (search_keys(coalesce("sscc", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "tracesnapshot_search_idx" on "tracesnapshot" using gin (search_keys(coalesce("traceNo", ''), "customerId", "id")) with (gin_pending_list_limit = 64);

create index "userlogin_search_idx" on "userlogin" using gin (search_keys(coalesce("loginName", ''), "customerId", "id")) with (gin_pending_list_limit = 64);
