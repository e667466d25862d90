/** The client without a screen, against the real server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, callStateOf, pendingAtom, renew, settled } from '../../src/data/api/api.ts'
import { returnToAtom, sessionAtom, signedOutBecauseAtom } from '../../src/data/api/credentials.ts'
import { loadStrings } from '../../src/data/api/messages.ts'
import { CallError, connect } from '../../src/data/api/transport.ts'
import { valuesOf } from '../../src/data/drafts/draft.ts'
import { saveDraft, saveDrafts } from '../../src/data/drafts/draftSaving.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, discardDrafts, editDraft } from '../../src/data/drafts/drafts.ts'
import { errorsAtom } from '../../src/data/errors.ts'
import { switchLocale, text, textIn } from '../../src/data/language.ts'
import { locationAtom, navigate } from '../../src/data/location.ts'
import { labelOf } from '../../src/data/records/labels.ts'
import { searchOptions } from '../../src/data/records/options.ts'
import { listRecords, loadRecord, prepareRecords, removeRecords, saveRecord } from '../../src/data/records/records.ts'
import { forgetRows, rowWindow } from '../../src/data/records/rows.ts'
import { grantsAtom, landing, loadMenu, type MenuNode, menuAtom } from '../../src/data/session/permittedMenu.ts'
import { signIn, signOut } from '../../src/data/session/session.ts'
import { closeAll, closeTab, tabsAtom } from '../../src/data/session/tabs.ts'
import { store } from '../../src/data/store.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  connect({ baseUrl: server.url })
})

afterAll(async () => {
  await settled()
  await server?.close()
})

beforeEach(async () => {
  if (!store.get(sessionAtom)) await signIn('admin', server.password)
  await loadMenu()
})

const brand = (code: string) => ({ code, name: `品牌${code}`, status: 'ENABLED' })
const query = { entity: 'brand', sort: [['code', 'asc']] as const, where: [], q: '' }

describe('signing in', () => {
  test('a wrong password is refused in the language of the console', async () => {
    const refused = signIn('admin', 'wrong1')
    await expect(refused).rejects.toMatchObject({
      name: 'CallError',
      status: 1009,
      http: 200,
      message: '用户名或密码错误',
    })
    expect(callStateOf('Auth/login')).toBe('failed')
  })

  test('the menu says what is permitted and where to go first', () => {
    expect(store.get(menuAtom).length).toBeGreaterThan(3)
    expect(store.get(grantsAtom).get('brand')).toContain('add')
    expect(landing(store.get(menuAtom))).toBe('/index')
    expect(store.get(errorsAtom)).toEqual([])
  })

  test('an entry of the menu has the fields of the specification; the top has no parent, and below it are two levels', () => {
    const names = ['id', 'parentID', 'name', 'url', 'title', 'icon', 'type', 'hidden', 'children']
    const depth = (nodes: readonly MenuNode[], parent: number): number => {
      for (const node of nodes) {
        expect(Object.keys(node)).toEqual(expect.arrayContaining(names))
        expect(node.parentID).toBe(parent)
      }
      return Math.max(0, ...nodes.map(({ id, children }) => 1 + depth(children, id)))
    }
    // The third level are the buttons of the pages.
    expect(depth(store.get(menuAtom), 0)).toBe(3)
  })

  test('a session that ran out is renewed once for all calls that find it so', async () => {
    const before = store.get(sessionAtom)
    if (!before) throw new Error('not signed in')
    store.set(sessionAtom, { ...before, accessToken: 'gone' })
    let logins = 0
    connect({
      baseUrl: server.url,
      fetch: (url, init) => {
        if (String(url).endsWith('Auth/login')) logins += 1
        return fetch(url, init)
      },
    })
    const pages = await Promise.all([1, 2, 3].map(page => listRecords('brand', { page })))
    connect({ baseUrl: server.url })
    expect(pages).toHaveLength(3)
    expect(logins).toBe(1)
    expect(store.get(sessionAtom)?.refreshToken).not.toBe(before.refreshToken)
    expect(await renew()).toMatchObject({ loginName: 'admin' })
  })

  test('a session that ended leads to the login screen and keeps the drafts', async () => {
    navigate('/brand?q=a')
    const draft = addDraft('brand', { name: '未保存' })
    const before = store.get(sessionAtom)
    if (!before) throw new Error('not signed in')
    store.set(sessionAtom, { ...before, accessToken: 'gone', refreshToken: 'gone' })
    await expect(listRecords('brand', {})).rejects.toMatchObject({ http: 401 })
    await settled()
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(menuAtom)).toEqual([])
    expect(store.get(signedOutBecauseAtom)).toBe('expired')
    expect([store.get(locationAtom), store.get(returnToAtom)]).toEqual(['/login', '/brand?q=a'])
    await signIn('admin', server.password)
    expect(store.get(signedOutBecauseAtom)).toBeNull()
    expect([...store.get(draftsOf('brand')).keys()]).toEqual([draft])
    discardDrafts('brand')
  })

  test('whoever signs in under another name finds no tabs and no drafts', async () => {
    await server.signInWith(['unit'])
    navigate('/brand')
    navigate('/unit/12')
    expect(store.get(tabsAtom).map(tab => tab.url)).toContain('/unit/12')
    addDraft('brand', { name: '别人的' })
    await signOut()
    expect(store.get(locationAtom)).toBe('/login')
    await signIn('user1', server.password)
    await loadMenu()
    expect(store.get(draftsOf('brand')).size).toBe(0)
    expect(store.get(tabsAtom)).toEqual([])
    expect([...store.get(grantsAtom).keys()]).toEqual(['unit'])
    await expect(listRecords('brand', {})).rejects.toMatchObject({ status: 1002, http: 200 })
    expect(store.get(sessionAtom)?.loginName).toBe('user1')
    await signOut()
  })
})

describe('calls', () => {
  test('a server that cannot be reached is said so, and the count of calls goes back', async () => {
    connect({ baseUrl: 'http://127.0.0.1:9' })
    await expect(listRecords('brand', {})).rejects.toMatchObject({ http: 0, status: 503 })
    connect({ baseUrl: server.url })
    expect(store.get(pendingAtom)).toBe(0)
  })

  test('a call that is given up is no failure', async () => {
    const controller = new AbortController()
    const given = listRecords('brand', {}, controller.signal)
    controller.abort()
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
    expect(callStateOf('template/list/brand')).toBe('idle')
  })

  test('the same key does a save once', async () => {
    const first = await saveRecord('brand', brand('K1'), { key: 'same-key-1' })
    const second = await saveRecord('brand', brand('K1'), { key: 'same-key-1' })
    expect(second.id).toBe(first.id)
    await expect(saveRecord('brand', brand('K2'), { key: 'same-key-1' })).rejects.toMatchObject({ status: 1006 })
  })

  test('the language of the console is that of the answers', async () => {
    await switchLocale('en-US')
    const refused = await loadRecord('brand', 999_999).catch(error => error as CallError)
    expect(refused).toBeInstanceOf(CallError)
    expect((refused as CallError).message).toMatch(/^[\x20-\x7e]+$/)
    await switchLocale('zh-CN')
  })

  test("the installation's own texts stand before the shipped ones", async () => {
    await server.db
      .insertInto('uistring' as never)
      .values({ key: 'brand', lang: 'zh-CN', value: '商标' } as never)
      .execute()
    await loadStrings()
    expect(text('brand')).toBe('商标')
    expect(textIn('en-US', 'brand')).toBe('Brand')
    expect(text('no.such.key')).toBe('no.such.key')
  })

  test('a new row starts with what the server proposes', async () => {
    const [row] = await prepareRecords('brand')
    expect(row).toMatchObject({ status: 'ENABLED' })
  })

  test('options and lists teach the labels of records', async () => {
    const stored = await saveRecord('unit', {
      code: 'KGX',
      name: '千克X',
      unitType: 'MASS',
      factorNumerator: 1,
      factorDenominator: 1,
      decimals: 4,
      status: 'ENABLED',
    })
    const found = await searchOptions('unit', '千克X')
    expect(found.map(option => option.value)).toEqual([stored.id])
    expect(labelOf('unit', stored.id)).toContain('千克X')
  })
})

describe('drafts', () => {
  test('of a batch with one planted error the others are stored and the one stays with its fault', async () => {
    await saveRecord('brand', brand('B0'))
    const window = rowWindow('brands', query)
    await window.refresh()
    const total = window.total() ?? 0
    for (const code of ['B1', 'B2', 'B3', 'B4']) addDraft('brand', brand(code))
    const planted = addDraft('brand', { ...brand('B0'), name: '另一个' })
    const outcomes = await saveDrafts('brand')
    expect(outcomes.map(({ ok, status }) => (ok ? 0 : status))).toEqual([0, 0, 0, 0, 1001])
    const drafts = store.get(draftsOf('brand'))
    expect([...drafts.keys()]).toEqual([planted])
    expect(drafts.get(planted)).toMatchObject({ state: 'error', fieldErrors: { code: 'taken' } })
    expect(window.total()).toBe(total + 4)
    editDraft('brand', planted, null, { code: 'B5' })
    expect(store.get(draftsOf('brand')).get(planted)).toMatchObject({ state: 'dirty', fieldErrors: {}, message: '' })
    await saveDrafts('brand')
    expect(store.get(draftsOf('brand')).size).toBe(0)
    forgetRows()
  })

  test('while one row is not fit nothing is sent, and what is missing is named', async () => {
    const good = addDraft('brand', brand('C1'))
    const bad = addDraft('brand', { name: '没有编码' })
    const outcomes = await saveDrafts('brand')
    expect(outcomes).toMatchObject([{ id: bad, ok: false, status: 1001, data: { code: 'required' } }])
    expect((await listRecords('brand', { where: [{ field: 'code', op: 'eq', value: 'C1' }] })).total).toBe(0)
    expect(store.get(draftsOf('brand')).get(good)?.state).toBe('dirty')
    discardDrafts('brand')
  })

  test('a changed row goes to the lists with its new version', async () => {
    const row = await saveRecord('brand', brand('D1'))
    const window = rowWindow('brands', { ...query, where: [{ field: 'code', op: 'eq', value: 'D1' }] })
    await window.refresh()
    editDraft('brand', row.id, row, { nameEn: 'Old mill' })
    const stored = await saveDraft('brand', row.id)
    expect(stored?.rowVersion).toBe(row.rowVersion + 1)
    expect(window.row(0)).toMatchObject({ nameEn: 'Old mill', rowVersion: row.rowVersion + 1 })
    editDraft('brand', row.id, row, { nameEn: 'Older' })
    await expect(saveDraft('brand', row.id)).rejects.toMatchObject({ status: 1003 })
    const stale = store.get(draftsOf('brand')).get(row.id)
    // Another person's name conflicts with this one until decided.
    expect(stale).toMatchObject({ state: 'conflict', contested: ['nameEn'], base: { nameEn: 'Old mill' } })
    expect(stale && valuesOf(stale).nameEn).toBe('Older')
    discardDrafts('brand')
    expect(await removeRecords('brand', [row.id])).toMatchObject([{ id: row.id, ok: true }])
    forgetRows()
  })

  test('a save of which nobody knows whether it arrived is sent again under the same key', async () => {
    addDraft('brand', brand('E1'))
    connect({
      baseUrl: server.url,
      fetch: async (url, init) => {
        await fetch(url, init)
        throw new TypeError('connection lost')
      },
    })
    await expect(saveDrafts('brand')).rejects.toMatchObject({ http: 0 })
    connect({ baseUrl: server.url })
    expect([...store.get(draftsOf('brand')).values()]).toMatchObject([{ state: 'error' }])
    expect(await saveDrafts('brand')).toMatchObject([{ ok: true }])
    expect((await listRecords('brand', { where: [{ field: 'code', op: 'eq', value: 'E1' }] })).total).toBe(1)
  })
})

describe('row windows', () => {
  test('a list of many rows is read in blocks where it is looked at', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => brand(`W${String(index).padStart(3, '0')}`))
    await call('template/save/brand', { rows }, { key: 'window-rows' })
    const where = [{ field: 'code', op: 'startsWith', value: 'W' }]
    const window = rowWindow('many', { ...query, where })
    window.ensure(0, 20)
    await settled()
    expect(window.total()).toBe(450)
    expect(window.row(0)).toMatchObject({ code: 'W000' })
    expect(window.row(420)).toBeUndefined()
    window.ensure(420, 449)
    await settled()
    const last = window.row(449)
    expect(last).toMatchObject({ code: 'W449' })
    expect(window.indexOf(last?.id ?? 0)).toBe(449)
    expect(window.error()).toBeNull()
    forgetRows()
  })
})

describe('tabs', () => {
  test('closing the tab in front goes to the last that is left, closing all goes to /', () => {
    navigate('/brand')
    navigate('/unit')
    navigate('/index')
    navigate('/brand/3')
    expect(store.get(tabsAtom).map(tab => tab.url)).toEqual(['/brand', '/unit', '/index', '/brand/3'])
    closeTab('/brand/3')
    expect(store.get(locationAtom)).toBe('/index')
    closeTab('/brand')
    expect(store.get(locationAtom)).toBe('/index')
    closeAll()
    expect([store.get(locationAtom), store.get(tabsAtom)]).toEqual(['/', []])
  })

  test('closing the only tab goes to /', () => {
    navigate('/unit?q=a')
    expect(store.get(tabsAtom)).toHaveLength(1)
    closeTab('/unit')
    expect([store.get(locationAtom), store.get(tabsAtom)]).toEqual(['/', []])
  })
})
