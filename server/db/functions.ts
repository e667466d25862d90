/** The functions in the database that its indexes and triggers stand on. */
import type { Part } from './catalog.ts'

/** Refuses change and deletion in tables to which rows are only ever added. */
const refuseChange = `create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
end
$$`

/**
 * Every character and every two neighbouring ones of each word, in lower case and half width. Chinese has no spaces to
 * find words by, and trigram indexes cannot serve two characters, which is how long most of what is searched for is. Its
 * name changes with what it answers: an index made with it would keep the old answers. A loop takes a quarter of the time
 * of a query over the characters, and every row of the ledger is written with it.
 */
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

export const functions: readonly Part[] = [
  { kind: 'function', name: 'fragments', definition: fragments },
  { kind: 'function', name: 'refuse_change', definition: refuseChange },
]
