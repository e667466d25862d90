/** Live lists on the real server: one person looks, another writes. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settled } from '../../src/data/api/api.ts'
import { connect } from '../../src/data/api/transport.ts'
import { valuesOf } from '../../src/data/drafts/draft.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { discardDrafts, editDraft } from '../../src/data/drafts/drafts.ts'
import { text } from '../../src/data/language.ts'
import { arrivalsAtom, followChanges } from '../../src/data/realtime/liveUpdates.ts'
import { channelStateAtom, startRealtime } from '../../src/data/realtime/realtime.ts'
import { labelOf, rememberLabel } from '../../src/data/records/labels.ts'
import { loadLabels } from '../../src/data/records/options.ts'
import { saveRecord } from '../../src/data/records/records.ts'
import { forgetRows, rowWindow } from '../../src/data/records/rows.ts'
import type { Query, RowWindow } from '../../src/data/records/rowWindow.ts'
import { signIn, signOut } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { nodeSocketTo } from '../support/nodeSocket.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let other: string
const ends: (() => void)[] = []
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  other = await server.signIn()
  connect({ baseUrl: server.url })
  await signIn('admin', server.password)
  ends.push(followChanges(), startRealtime(nodeSocketTo(server.url)))
  await until(() => store.get(channelStateAtom) === 'connected')
})

afterAll(async () => {
  for (const end of ends) end()
  await signOut()
  await settled()
  await server?.close()
})

afterEach(() => {
  forgetRows()
  discardDrafts('brand')
})

async function until(isSo: () => boolean): Promise<void> {
  const from = Date.now()
  while (!isSo()) {
    if (Date.now() - from > 20_000) throw new Error('it never came')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** So long that whatever was to come has come. */
const soon = () => new Promise(resolve => setTimeout(resolve, 900))

async function byOther(path: string, parameters: object) {
  const { status, data } = await server.call('POST', path, parameters, other)
  expect(status).toBe(0)
  return data
}

const saveBrand = (values: object = {}) => {
  made += 1
  return byOther('template/save/brand', { code: `L${made}`, name: `在看${made}`, status: 'ENABLED', ...values })
}

/** Loads a list and looks at it until the test is over. */
async function watch(name: string, query: Partial<Query> & { entity: string }): Promise<RowWindow> {
  const window = rowWindow(name, { sort: [['code', 'asc']], where: [], q: '', ...query })
  const stop = store.sub(window.versionAtom, () => undefined)
  ends.push(stop)
  window.ensure(0, 50)
  await until(() => window.total() !== null)
  return window
}

describe('a list that is looked at', () => {
  let row: { id: number; rowVersion: number; code: string; name: string }

  beforeEach(async () => {
    row = await saveBrand()
  })

  test('a row that another changed is replaced where it stands, and what changed is told', async () => {
    const window = await watch('brand', { entity: 'brand' })
    const place = window.indexOf(row.id)
    await byOther('template/save/brand', { ...row, code: 'A0', name: '换了名字' })
    await until(() => window.row(place)?.name === '换了名字')
    expect(window.indexOf(row.id)).toBe(place)
    const { entity, cells } = store.get(arrivalsAtom)
    expect([entity, cells]).toEqual(['brand', [{ id: row.id, fields: expect.arrayContaining(['code', 'name']) }]])
    expect(cells[0]?.fields).not.toContain('status')
  })

  test('new and removed rows are counted and move nothing, until the list is read again', async () => {
    const window = await watch('brand', { entity: 'brand' })
    const [total, shown] = [window.total(), window.nearby().map(({ id }) => id)]
    const added = await saveBrand({ code: 'A1' })
    await byOther('template/delete/brand', { ids: [row.id] })
    await until(() => store.get(window.newsAtom).added.size === 1 && store.get(window.newsAtom).gone.size === 1)
    expect([window.total(), window.nearby().map(({ id }) => id)]).toEqual([total, shown])
    await window.refresh()
    expect(store.get(window.newsAtom)).toEqual({ added: new Set(), gone: new Set(), more: false })
    expect(window.indexOf(added.id)).toBeGreaterThanOrEqual(0)
    expect(window.indexOf(row.id)).toBe(-1)
  })

  test('what the filter keeps out is no news, and a row that leaves the filter is', async () => {
    const where = [{ field: 'name', op: 'startsWith', value: '只看' }]
    const inside = await saveBrand({ name: '只看甲' })
    const window = await watch('brand', { entity: 'brand', where })
    await saveBrand({ name: '别的' })
    await saveBrand({ name: '只看乙' })
    await byOther('template/save/brand', { ...inside, name: '不看了' })
    const news = () => store.get(window.newsAtom)
    await until(() => news().gone.has(inside.id) && news().added.size > 0)
    expect(news().added.size).toBe(1)
    expect(window.row(window.indexOf(inside.id))?.name).toBe('只看甲')
  })

  test('an unsaved change of another cell stays, on the newer state of the row', async () => {
    const window = await watch('brand', { entity: 'brand' })
    const shown = window.row(window.indexOf(row.id))
    editDraft('brand', row.id, shown ?? null, { remark: '我在写' })
    await byOther('template/save/brand', { ...row, name: '别人改名' })
    await until(() => store.get(draftsOf('brand')).get(row.id)?.base?.name === '别人改名')
    const draft = store.get(draftsOf('brand')).get(row.id)
    expect(draft && valuesOf(draft)).toMatchObject({ name: '别人改名', remark: '我在写' })
  })

  test('rows that refer to a renamed record show its new name', async () => {
    const values = { code: 'WL', name: '旧仓', status: 'ENABLED' }
    const warehouse = await byOther('template/save/warehouse', values)
    const bin = { code: 'WL-1', name: '一号', warehouseId: warehouse.id, locationType: 'STORAGE' }
    const { id } = await byOther('template/save/stocklocation', bin)
    const window = await watch('stocklocation', { entity: 'stocklocation' })
    const shown = () => String(window.row(window.indexOf(id))?.warehouseId$label)
    expect(shown()).toContain('旧仓')
    await byOther('template/save/warehouse', { ...warehouse, name: '新仓' })
    await until(() => shown().includes('新仓'))
  })

  test('when more changed than is named, what is in sight is read again, and that there is more is said', async () => {
    const window = await watch('brand', { entity: 'brand' })
    await sql`update brand set remark = 'alle'`.execute(server.db)
    await sql`
      insert into brand ("customerId", code, name, status)
      select "customerId", 'zz' || n, 'zz' || n, 'ENABLED' from brand, generate_series(1, 101) n
      where id = ${row.id}`.execute(server.db)
    await until(() => store.get(window.newsAtom).more)
    expect(window.row(window.indexOf(row.id))?.remark).toBe('alle')
    expect(window.nearby().some(({ code }) => String(code).startsWith('zz'))).toBe(false)
  })

  test('what this console writes itself is not told to it', async () => {
    const window = await watch('brand', { entity: 'brand' })
    made += 1
    await saveRecord('brand', { code: `L${made}`, name: `自己${made}`, status: 'ENABLED' })
    await soon()
    expect(store.get(window.newsAtom).added.size).toBe(0)
  })
})

test('a list that nobody looks at asks for nothing', async () => {
  const row = await saveBrand()
  const window = rowWindow('brand', { entity: 'brand', sort: [], where: [], q: '' })
  window.ensure(0, 50)
  await until(() => window.total() !== null)
  await byOther('template/save/brand', { ...row, name: '没人看' })
  await soon()
  expect(window.row(window.indexOf(row.id))?.name).toBe(row.name)
})

test('a remembered name is asked for anew once its record was changed', async () => {
  const row = await saveBrand()
  rememberLabel('brand', row.id, '旧名')
  await loadLabels('brand', [row.id])
  expect(labelOf('brand', row.id)).toBe('旧名')
  await byOther('template/save/brand', { ...row, name: '今名' })
  await expect
    .poll(async () => {
      await loadLabels('brand', [row.id])
      return labelOf('brand', row.id)
    })
    .toContain('今名')
})

test('a text that the installation words anew is spoken without a reload', async () => {
  await byOther('String/Save', { rows: [{ lang: 'zh-CN', key: 'brand', value: '商标' }] })
  await until(() => text('brand') === '商标')
})
