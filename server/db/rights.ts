/**
 * A number that grows with every change of what roles permit. Who may do what is asked for with every call, and seldom
 * changes: by the number it is known whether what was read before still holds, in whichever process it was changed.
 */
import { sql } from 'kysely'
import { type Part, quoted } from './catalog.ts'

const table = 'rightsversion'

/** Where it is written what a person may do: his roles, what they are, what they permit, and what that is called. */
const written = ['menu', 'role', 'role_menuIds', 'user_roleIds'] as const

/** The number as the statement sees it; it belongs to the same moment as everything else the statement reads. */
export const rightsVersion = sql<number>`coalesce((select version from ${sql.table(table)}), 0)`

/**
 * Counts a transaction that changed rights, once, and at its very end: whoever waits for another to be counted holds
 * nothing that the other could wait for.
 */
const countRights = `create or replace function count_rights() returns trigger language plpgsql as $$
begin
  if current_setting('lotline.rights', true) is distinct from pg_current_xact_id()::text then
    perform set_config('lotline.rights', pg_current_xact_id()::text, true);
    insert into "${table}" ("id", "version") values (true, 1)
      on conflict ("id") do update set "version" = "${table}"."version" + 1;
  end if;
  return null;
end
$$`

/** The table of the number, a row at most, and what counts; it has no definition, since nobody else writes it. */
export const rightsParts: readonly Part[] = [
  { kind: 'function', name: 'count_rights', definition: countRights },
  { kind: 'table', table },
  { kind: 'column', table, name: 'id', type: 'boolean', filled: 'default true', notNull: true },
  { kind: 'column', table, name: 'version', type: 'bigint', notNull: true },
  { kind: 'constraint', table, name: 'rightsversion_pkey', definition: 'primary key ("id")' },
  { kind: 'constraint', table, name: 'rightsversion_one', definition: 'check ("id")' },
  ...written.map(
    (of): Part => ({
      kind: 'trigger',
      table: of,
      name: 'count_rights',
      definition: `create constraint trigger "count_rights" after insert or update or delete on ${quoted(of)}
  deferrable initially deferred for each row execute function count_rights()`,
    }),
  ),
]
