/** New records begun at an address, on a real plant. */
import { afterAll, expect, test } from 'vitest'
import { productsaleout } from '#contract/sale/productsaleout.ts'
import { connect } from '../../src/data/api/transport.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { navigate } from '../../src/data/location.ts'
import { store } from '../../src/data/store.ts'
import { begin, draftAt } from '../../src/tables/document/begin.ts'
import { withHeadless } from '../support/headless.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
withHeadless(at)

afterAll(() => {
  forgetDrafts('')
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
