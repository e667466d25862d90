/** Identity of the client for the server: browser and tab. */
import { keepIn, keptIn } from '../storages.ts'
import { uuid } from '../uuid.ts'

const KEPT_AS = 'lotline.clientId'

let known: string | null = null

/** Browser id, created once (specification §3): timestamp and one random digit. */
export function clientId(): string {
  known ??= keptIn('localStorage', KEPT_AS)
  if (known === null) {
    known = `${Date.now()}${Math.floor(Math.random() * 10)}`
    keepIn('localStorage', KEPT_AS, known)
  }
  return known
}

/** Tab id until reload: suppresses notifications of own changes. */
export const pageId: string = uuid().slice(0, 8)
