/** Plant's clock for defaults of new rows. */
import { store } from './store.ts'
import { timeZoneAtom } from './timeZone.ts'

export function clock(): { readonly today: string; readonly now: string } {
  const now = new Date()
  const { format } = new Intl.DateTimeFormat('sv-SE', { timeZone: store.get(timeZoneAtom) })
  return { today: format(now), now: now.toISOString() }
}
