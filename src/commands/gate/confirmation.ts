/** Tokens by which a script says, on second thought, that it means it. */
import type { Values } from '../../contract/schema/field.ts'
import { uuid } from '../../data/uuid.ts'

const lifetime = 5 * 60_000

const tokens = new Map<string, { readonly what: string; readonly until: number }>()

const described = (id: string, args: Values) => JSON.stringify([id, args])

/** A token that confirms this very call, once, for a few minutes. */
export function tokenFor(id: string, args: Values): string {
  const now = Date.now()
  for (const [token, { until }] of tokens) if (until < now) tokens.delete(token)
  const token = uuid()
  tokens.set(token, { what: described(id, args), until: now + lifetime })
  return token
}

/** Does the token confirm this call? It is used up by asking. */
export function isConfirmedBy(token: string, id: string, args: Values): boolean {
  const known = tokens.get(token)
  tokens.delete(token)
  return known !== undefined && known.until >= Date.now() && known.what === described(id, args)
}
