/** The trigger of tables to which rows are only ever added. */
import { type Part, quoted } from './catalog.ts'

/** Refused by statement, so that even a change that meets no row is; the owner of the table is refused like anybody. */
export const refusal = (table: string): Part => ({
  kind: 'trigger',
  table,
  name: 'refuse_change',
  definition: `create trigger "refuse_change" before update or delete or truncate on ${quoted(table)}
  for each statement execute function refuse_change()`,
})
