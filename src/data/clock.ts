/** This machine's clock, as new rows take their day and their moment from it. */

/** The day where the machine stands, and the instant in UTC. */
export function clock(): { readonly today: string; readonly now: string } {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return { today: local.toISOString().slice(0, 10), now: now.toISOString() }
}
