/** Identity of the client for the server: browser and tab. */
import { readStorage, writeStorage } from '../storages.ts'
import { storeLocal } from '../store.ts'
import { uuid } from '../uuid.ts'

const STORAGE_KEY = 'lotline.clientId'

/** Ids of browser and tab; the tab's lasts until reload. */
const identity = storeLocal(() => ({ client: null as string | null, page: uuid().slice(0, 8) }))

/** Browser id, created once (specification §3): timestamp and one random digit. */
export function clientId(): string {
  const known = identity().client ?? readStorage('localStorage', STORAGE_KEY)
  const id = known ?? `${Date.now()}${Math.floor(Math.random() * 10)}`
  if (known === null) writeStorage('localStorage', STORAGE_KEY, id)
  identity().client = id
  return id
}

/** Tab id: suppresses notifications of own changes. */
export const pageId = (): string => identity().page
