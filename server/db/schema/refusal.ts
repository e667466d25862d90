/** Trigger of append-only tables. */
import { type CatalogPart, quoted } from './catalog.ts'

/** Statement-level, so that changes of no row fail; binds the owner too. */
export const refusal = (table: string): CatalogPart => ({
  kind: 'trigger',
  table,
  name: 'refuse_change',
  definition: `create trigger "refuse_change" before update or delete or truncate on ${quoted(table)}
  for each statement execute function refuse_change()`,
})
