/** Values that follow from a choice, read from the real server. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import { settled } from '../../src/data/api/api.ts'
import { connect } from '../../src/data/api/transport.ts'
import { valuesOf } from '../../src/data/drafts/draft.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { editDraft } from '../../src/data/drafts/drafts.ts'
import { followChanges } from '../../src/data/realtime/liveUpdates.ts'
import { channelStateAtom, startRealtime } from '../../src/data/realtime/realtime.ts'
import { choiceValuesOf, forgetLabels } from '../../src/data/records/labels.ts'
import { loadChoiceValues } from '../../src/data/records/options.ts'
import { loadRecord, saveRecord } from '../../src/data/records/records.ts'
import type { RowValues } from '../../src/data/records/row.ts'
import { signIn, signOut } from '../../src/data/session/session.ts'
import {
  followSettings,
  loadSystemInformation,
  systemInformationAtom,
} from '../../src/data/settings/systemInformation.ts'
import { store } from '../../src/data/store.ts'
import { complete } from '../../src/tables/document/complete.ts'
import { nodeSocketTo } from '../support/nodeSocket.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()

beforeAll(async () => {
  connect({ baseUrl: at.server.url })
  await signIn('admin', at.server.password)
})

const ends: (() => void)[] = []

afterAll(async () => {
  for (const end of ends) end()
  await settled()
})

const entity = entities.materialstorein

/** Line of a stored draft as it is after a first edit, nothing read before. */
async function edited(line: RowValues, patch: RowValues): Promise<unknown> {
  const { id } = await at.day.receive([line], { submit: false })
  forgetLabels()
  const row = await loadRecord(entity.name, id)
  const [first] = row.lines as readonly RowValues[]
  const edit = (more: RowValues) => editDraft(entity.name, id, row, more)
  edit({ lines: [{ ...first, ...patch }] })
  await complete(entity, id, row, edit)
  const draft = store.get(draftsOf(entity.name)).get(id)
  return (draft && (valuesOf(draft).lines as readonly unknown[]))?.[0]
}

test('another choice in a stored draft opened fresh takes its own values', async () => {
  const half = await at.day.run('materialspec.save', {
    materialId: at.day.id('material', 'M001'),
    specCode: 'M001-H',
    specName: '25kg/袋',
    packageUnitId: at.day.id('unit', 'bag'),
    baseQtyPerPackage: '25',
  })
  const counted = at.day.receiptLine('M001', '', { packageQty: '2', baseQty: null })
  expect(await edited(counted, { materialSpecId: half.id })).toMatchObject({ baseQty: '50.0000' })
  const material = { materialId: at.day.id('material', 'M005'), materialSpecId: at.day.id('materialspec', 'M005-1') }
  expect(await edited(counted, material)).toMatchObject({ expiryDate: '2027-05-01' })
  expect(await edited({ ...counted, baseQty: '99' }, { materialSpecId: half.id })).toMatchObject({ baseQty: '99.0000' })
})

test('another rule of the expiry is known at once, whoever sets it', async () => {
  const [stored] = await at.rows(sql<Values>`select id from setting where key = 'expiryRule'`)
  const id = Number(stored?.id)
  const rule = () => store.get(systemInformationAtom)?.expiryRule
  await at.server.signInWith(['materialstorein'])
  await signOut()
  await signIn('user1', at.server.password)
  ends.push(followSettings(), followChanges(), startRealtime(nodeSocketTo(at.server.url)))
  await loadSystemInformation()
  expect(rule()).toBe('ANNIVERSARY')
  await vi.waitUntil(() => store.get(channelStateAtom) === 'connected', 10_000)
  await at.server.call('POST', 'template/save/setting', { id, value: 'DAY_BEFORE' }, at.token)
  await vi.waitUntil(() => rule() === 'DAY_BEFORE', 10_000)
  await signOut()
  await signIn('admin', at.server.password)
  await loadSystemInformation()
  await saveRecord('setting', { id, value: 'ANNIVERSARY' })
  await vi.waitUntil(() => rule() === 'ANNIVERSARY', 10_000)
})

test('a packing changed here counts by its new size at once', async () => {
  const spec = await loadRecord('materialspec', at.day.id('materialspec', 'M002-1'))
  await loadChoiceValues('materialspec', spec.id)
  await saveRecord('materialspec', { id: spec.id, rowVersion: spec.rowVersion, baseQtyPerPackage: '40' })
  await loadChoiceValues('materialspec', spec.id)
  expect(choiceValuesOf('materialspec', spec.id)).toMatchObject({ baseQtyPerPackage: '40.0000' })
})
