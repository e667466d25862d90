/** The functions in the database that its indexes and triggers stand on. */
import type { Part } from './catalog.ts'

/** Refuses change and deletion in tables to which rows are only ever added. */
const refuseChange = `create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
end
$$`

/**
 * Every two neighbouring characters of each word, in lower case. Chinese has no spaces to find words by, and trigram
 * indexes cannot serve two characters, which is how long most of what is searched for is.
 */
const bigrams = `create or replace function bigrams(value text) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(word, place, 2)), '{}')
  from regexp_split_to_table(lower(value), '\\s+') as word, generate_series(1, length(word) - 1) as place
$$`

export const functions: readonly Part[] = [
  { kind: 'function', name: 'bigrams', definition: bigrams },
  { kind: 'function', name: 'refuse_change', definition: refuseChange },
]
