/** Confirmation tokens for scripts, which repeat the call with one. */
import type { Values } from '#contract/schema/field.ts'
import { uuid } from '../../data/uuid.ts'

const lifetime = 5 * 60_000

const tokens = new Map<string, { readonly what: string; readonly until: number }>()

const described = (id: string, args: Values) => JSON.stringify([id, args])

/** Issues a single-use token for this call, valid for 5 minutes. */
export function tokenFor(id: string, args: Values): string {
  const now = Date.now()
  for (const [token, { until }] of tokens) if (until < now) tokens.delete(token)
  const token = uuid()
  tokens.set(token, { what: described(id, args), until: now + lifetime })
  return token
}

/** Checks the token; consumes it in any case. */
export function isConfirmedBy(token: string, id: string, args: Values): boolean {
  const known = tokens.get(token)
  tokens.delete(token)
  return known !== undefined && known.until >= Date.now() && known.what === described(id, args)
}
