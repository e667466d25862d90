/**
 * A mark that is another one after every change of what roles permit. It is asked for with every call and seldom changes: by the
 * mark it is known whether what was read before still holds, in whichever process it was changed. A mark and no count, as
 * a database that is restored would count to the same number again.
 */
import { sql } from 'kysely'
import { type Part, quoted } from './catalog.ts'

const table = 'rightsmark'

/** Where it is written what roles permit, and what that is called. */
const holding = ['menu', 'role_menuIds'] as const

/** The mark as the statement sees it; it belongs to the same moment as everything else the statement reads. */
export const permissionVersion = sql<string | null>`(select mark from ${sql.table(table)})`

/**
 * Marks a transaction that changed rights, once, and at its very end: whoever waits for another to be marked holds
 * nothing that the other could wait for.
 */
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

const trigger = (of: string, name: string, definition: string): Part => ({
  kind: 'trigger',
  table: of,
  name,
  definition: `create ${definition} execute function mark_rights()`,
})

/** The table of the mark, a row at most, and what marks; it has no definition, since nobody else writes it. */
export const permissionVersionParts: readonly Part[] = [
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
