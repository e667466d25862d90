/** Who this console is to the server: the browser it runs in, and which of its tabs. */
import { keepIn, keptIn } from '../storages.ts'
import { uuid } from '../uuid.ts'

const KEPT_AS = 'lotline.clientId'

let known: string | null = null

/** The id of this browser, made once (specification §3): a timestamp and one random digit. */
export function clientId(): string {
  known ??= keptIn('localStorage', KEPT_AS)
  if (known === null) {
    known = `${Date.now()}${Math.floor(Math.random() * 10)}`
    keepIn('localStorage', KEPT_AS, known)
  }
  return known
}

/** The id of this tab, as long as the page is not loaded anew: what it writes itself it need not be told. */
export const pageId: string = uuid().slice(0, 8)
