/** Permission version, read with every call. Random: restored counters would repeat. */
import { sql } from 'kysely'
import { type CatalogPart, quoted } from './catalog.ts'

const table = 'rightsmark'

const holding = ['menu', 'role_menuIds'] as const

export const permissionVersion = sql<string | null>`(select mark from ${sql.table(table)})`

/** Stamps a transaction that changed permissions, at its end: no deadlocks. */
const markRights = `create or replace function mark_rights() returns trigger language plpgsql as $$
begin
  if current_setting('lotline.rights', true) is distinct from pg_current_xact_id()::text then
    perform set_config('lotline.rights', pg_current_xact_id()::text, true);
    insert into "${table}" ("id", "mark") values (true, gen_random_uuid())
      on conflict ("id") do update set "mark" = excluded."mark";
  end if;
  return null;
end
$$`

const trigger = (of: string, name: string, definition: string): CatalogPart => ({
  kind: 'trigger',
  table: of,
  name,
  definition: `create ${definition} execute function mark_rights()`,
})

/** Stamp table and triggers; written by nobody else. */
export const permissionVersionParts: readonly CatalogPart[] = [
  { kind: 'function', name: 'mark_rights', definition: markRights },
  { kind: 'table', table },
  { kind: 'column', table, name: 'id', type: 'boolean', filled: 'default true', notNull: true },
  { kind: 'column', table, name: 'mark', type: 'uuid', notNull: true },
  { kind: 'constraint', table, name: 'rightsmark_pkey', definition: 'primary key ("id")' },
  { kind: 'constraint', table, name: 'rightsmark_one', definition: 'check ("id")' },
  ...holding.flatMap(of => [
    trigger(
      of,
      'mark_rights',
      `constraint trigger "mark_rights" after insert or update or delete on ${quoted(of)}
  deferrable initially deferred for each row`,
    ),
    trigger(
      of,
      'mark_emptied_rights',
      `trigger "mark_emptied_rights" after truncate on ${quoted(of)} for each statement`,
    ),
  ]),
]
