/** Local clock for defaults of new rows. */

export function clock(): { readonly today: string; readonly now: string } {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return { today: local.toISOString().slice(0, 10), now: now.toISOString() }
}
