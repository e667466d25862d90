/** New records begun at an address, on a real plant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productsaleout } from '#contract/sale/productsaleout.ts'
import { startHeadless } from '../../src/commands/headless.ts'
import { connect } from '../../src/data/api/transport.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { navigate } from '../../src/data/location.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { begin, draftAt } from '../../src/tables/document/begin.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
let stop: () => void

beforeAll(async () => {
  connect({ baseUrl: at.server.url })
  stop = startHeadless()
  await signIn('admin', at.server.password)
  await loadMenu()
})
afterAll(() => {
  forgetDrafts('')
  stop()
})

test('a label that does not come leaves what the server prepared', async () => {
  const dealerId = at.day.id('dealer', 'D001')
  const address = `/productsaleout/new?dealerId=${dealerId}`
  navigate(address)
  const withoutLabels: typeof fetch = (request, init) =>
    String(request).includes('/options/') ? Promise.reject(new TypeError('offline')) : fetch(request, init)
  connect({ baseUrl: at.server.url, fetch: withoutLabels })
  await begin(productsaleout, address).finally(() => connect({ baseUrl: at.server.url }))
  const draft = draftAt(store.get(draftsOf('productsaleout')).values(), address)
  expect(draft?.patch).toMatchObject({ dealerId, contactName: '林志强', warehouseId: expect.any(Number) })
})
