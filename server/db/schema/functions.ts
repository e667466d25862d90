/** Database functions used by indexes and triggers. */
import type { CatalogPart } from './catalog.ts'
import { blockBits } from './search.ts'

const refuseChange = `create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
end
$$`

/** Characters and pairs: trigrams miss two Chinese characters. Rename on any change. */
const fragments = `create or replace function fragments(value text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  characters text[] := string_to_array(lower(normalize(value, NFKC)), null);
  result text[] := array_remove(characters, ' ');
begin
  for place in 2 .. cardinality(characters) loop
    if characters[place - 1] <> ' ' and characters[place] <> ' ' then
      result := result || (characters[place - 1] || characters[place]);
    end if;
  end loop;
  return result;
end
$$`

/** Four characters from each place, by owner and block of ids. Rename on any change. */
const searchKeys = `create or replace function search_keys(value text, owner bigint, id bigint) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  body text := lower(normalize(value, NFKC));
  block text := owner || '.' || (id >> ${blockBits}) || ':';
  keys text[] := '{}';
begin
  for place in 1 .. length(body) loop
    if substr(body, place, 1) <> ' ' then
      keys := keys || (block || split_part(substr(body, place, 4), ' ', 1));
    end if;
  end loop;
  return array_to_tsvector(keys);
end
$$`

/** Notifies of a changed row on commit. Arguments: owner column, soft deletion. */
const notifyOfChange = `create or replace function tell_change() returns trigger language plpgsql as $$
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
$$`

/** Notifies of an ended session: whichever process holds its channel closes it. */
const notifyOfEndedSession = `create or replace function tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('lotline', 'session ' || old.session);
  return null;
end
$$`

/** Plain words of stored HTML, for search; attributes never contain `>`. */
const plainText = `create or replace function plain_text(html text) returns text
language sql immutable strict parallel safe as $$
  select btrim(replace(replace(replace(replace(replace(replace(regexp_replace(
    regexp_replace(html, '<(/?(p|div|li|tr|td|th|h[1-6]|blockquote|pre|caption)|br)( [^>]*)?/?>', ' ', 'g'),
    '<[^>]*>', '', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&nbsp;', ' '), chr(160), ' '), '&amp;', '&'))
$$`

export const functions: readonly CatalogPart[] = [
  { kind: 'function', name: 'fragments', definition: fragments },
  { kind: 'function', name: 'plain_text', definition: plainText },
  { kind: 'function', name: 'refuse_change', definition: refuseChange },
  { kind: 'function', name: 'search_keys', definition: searchKeys },
  { kind: 'function', name: 'tell_change', definition: notifyOfChange },
  { kind: 'function', name: 'tell_ended_session', definition: notifyOfEndedSession },
]
