/** Bulk saves on the real server: in part, over broken connections, against conflicts. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brand as brandEntity } from '#contract/basic/brand.ts'
import { settled } from '../../src/data/api/api.ts'
import { connect } from '../../src/data/api/transport.ts'
import { takeMine } from '../../src/data/drafts/conflicts.ts'
import { historyKey } from '../../src/data/drafts/draftHistory.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { saveDraft, saveDrafts, savingAtom, stopSaving } from '../../src/data/drafts/draftSaving.ts'
import { attemptOf, draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, discardDrafts, editDraft, editDrafts } from '../../src/data/drafts/drafts.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { listRecords, loadRecord, removeRecords, saveRecord } from '../../src/data/records/records.ts'
import type { Row } from '../../src/data/records/row.ts'
import { forgetRows, rowWindow } from '../../src/data/records/rows.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { gridHistory } from '../../src/tables/columns/gridHistory.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  connect({ baseUrl: server.url })
  await signIn('admin', server.password)
  await loadMenu()
  token = await server.signIn()
})

afterAll(async () => {
  await settled()
  await server?.close()
})

afterEach(() => {
  connect({ baseUrl: server.url })
  forgetDrafts('')
  store.set(notificationsAtom, [])
})

const brand = (code: string) => ({ code, name: `品牌${code}`, status: 'ENABLED' })
const drafts = () => store.get(draftsOf('brand'))
const stored = async (prefix: string) =>
  (await listRecords('brand', { where: [{ field: 'code', op: 'startsWith', value: prefix }], size: 1 })).total
const made = (code: string) => saveRecord('brand', brand(code))

/** Server acts, but its answer is lost, this many times. */
function loseAnswers(times: number): { readonly keys: string[] } {
  const keys: string[] = []
  let left = times
  connect({
    baseUrl: server.url,
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      if (!String(url).includes('template/save')) return answer
      keys.push(new Headers(init?.headers).get('Idempotency-Key') ?? '')
      if (left-- > 0) throw new TypeError('network error')
      return answer
    },
  })
  return { keys }
}

/** Server acts, but a proxy replaces its answer by a page, once. */
function replaceAnswer(http: number): void {
  let isLeft = true
  connect({
    baseUrl: server.url,
    fetch: async (url, init) => {
      if (!isLeft || !String(url).includes('template/save')) return fetch(url, init)
      isLeft = false
      // What a proxy refuses by itself never reaches the server.
      if (http < 400) await fetch(url, init)
      return new Response('<html><body>proxy</body></html>', { status: http, headers: { 'content-type': 'text/html' } })
    },
  })
}

/** Hundreds of rows take time on a busy machine. */
const options = { timeout: 120_000 }

test(
  'of five hundred rows with ten that are taken, 490 are saved and ten stay with the reason in their cell',
  options,
  async () => {
    for (let at = 0; at < 10; at++) await made(`T${at}`)
    const ids = Array.from({ length: 500 }, (_, at) =>
      addDraft('brand', at % 50 === 7 ? { ...brand(`A${at}`), code: `T${(at - 7) / 50}` } : brand(`A${at}`)),
    )
    const outcomes = await saveDrafts('brand')
    expect([outcomes.length, outcomes.filter(({ ok }) => ok).length]).toEqual([500, 490])
    expect(await stored('A')).toBe(490)
    const left = [...drafts().values()]
    expect(left.map(({ id }) => id)).toEqual(ids.filter((_, at) => at % 50 === 7))
    for (const { state, fieldErrors, patch, message } of left) {
      expect([state, Object.keys(fieldErrors)]).toEqual(['error', ['code']])
      expect([patch.name, message]).toEqual([expect.stringContaining('品牌A'), expect.any(String)])
    }
    // Put right, they alone are sent again.
    for (const [at, { id }] of left.entries()) editDraft('brand', id, null, { code: `A-again${at}` })
    const again = await saveDrafts('brand', { ids: left.map(({ id }) => id) })
    expect(again.map(({ ok }) => ok)).toEqual(Array(10).fill(true))
    expect(drafts().size).toBe(0)
  },
)

test('a day to come is marked with what is missing, and alone is the answer of the server', async () => {
  const worker = { jobNo: 'E9', name: '新人', department: '生产部', entryDate: '2024-01-01', postType: 'DIRECT' }
  const { id: employeeId } = await saveRecord('employee', worker)
  const exam = { recordType: 'ANNUAL', examDate: '2999-01-01', result: 'UNQUALIFIED', handling: 'NORMAL' }
  const id = addDraft('employeehealth', { ...exam, employeeId })
  const marked = () => store.get(draftsOf('employeehealth')).get(id)?.fieldErrors
  await expect(saveDraft('employeehealth', id)).rejects.toMatchObject({ status: 1001 })
  const others = { hospital: 'required', certNo: 'required', handling: 'unwell' }
  expect(marked()).toEqual({ examDate: 'future', ...others })
  editDraft('employeehealth', id, null, { hospital: '医院', certNo: 'C1', handling: 'SUSPEND' })
  expect(marked()).toEqual({ examDate: 'future' })
  const asked: string[] = []
  connect({
    baseUrl: server.url,
    fetch: (url, init) => {
      asked.push(String(url))
      return fetch(url, init)
    },
  })
  await expect(saveDraft('employeehealth', id)).rejects.toMatchObject({ status: 1001 })
  expect(asked).toHaveLength(1)
  expect(marked()).toEqual({ examDate: 'future' })
})

test('many rows go in several calls, and between them it can be stopped', options, async () => {
  for (let at = 0; at < 240; at++) addDraft('brand', brand(`M${at}`))
  const seen: (readonly [number, number])[] = []
  const end = store.sub(savingAtom, () => {
    const saving = store.get(savingAtom)
    if (saving) seen.push([saving.done, saving.total])
    if (saving?.done === 100) stopSaving()
  })
  const outcomes = await saveDrafts('brand')
  expect(seen).toEqual([
    [0, 240],
    [100, 240],
  ])
  expect([outcomes.length, drafts().size, await stored('M')]).toEqual([200, 40, 200])
  end()
  expect((await saveDrafts('brand')).length).toBe(40)
  expect([drafts().size, await stored('M'), store.get(savingAtom)]).toEqual([0, 240, null])
})

test("a proxy's page in answer to a save says that nobody knows, and saving again makes nothing twice", async () => {
  replaceAnswer(200)
  addDraft('brand', brand('H1'))
  await expect(saveDrafts('brand')).rejects.toMatchObject({ http: 200 })
  const [draft] = drafts().values()
  expect(draft?.message).toContain('再次保存不会重复')
  expect(attemptOf('brand')).toBeDefined()
  expect((await saveDrafts('brand')).map(({ ok }) => ok)).toEqual([true])
  expect([drafts().size, await stored('H')]).toEqual([0, 1])
})

test('a proxy that refuses a save by itself leaves no doubt', async () => {
  replaceAnswer(413)
  addDraft('brand', brand('H2'))
  await expect(saveDrafts('brand')).rejects.toMatchObject({ http: 413 })
  expect([...drafts().values()][0]?.message).not.toContain('再次保存')
  expect(attemptOf('brand')).toBeUndefined()
})

test('a save whose answer was lost is sent again under its key, and nothing is there twice', async () => {
  const { keys } = loseAnswers(1)
  for (const code of ['L1', 'L2', 'L3']) addDraft('brand', brand(code))
  await expect(saveDrafts('brand')).rejects.toMatchObject({ http: 0 })
  expect([...drafts().values()].map(({ state, message }) => [state, message === 'drafts.unreached'])).toEqual(
    Array(3).fill(['error', true]),
  )
  // A new row begun, and a lost one changed, before the retry.
  addDraft('brand', brand('L4'))
  const [first = ''] = drafts().keys()
  editDraft('brand', first, null, { remark: '后来改的' })
  const outcomes = await saveDrafts('brand')
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect([keys[0] === keys[1], new Set(keys).size, await stored('L')]).toEqual([true, 3, 4])
  expect([drafts().size, attemptOf('brand')]).toEqual([0, undefined])
  const { rows } = await listRecords('brand', { where: [{ field: 'code', op: 'eq', value: 'L1' }] })
  expect(rows).toMatchObject([{ remark: '后来改的' }])
})

test('with rows that were refused before it, a lost call is still the same call', async () => {
  await made('R0')
  addDraft('brand', brand('R0'))
  await saveDrafts('brand')
  expect([...drafts().values()].map(({ state }) => state)).toEqual(['error'])
  for (const code of ['R1', 'R2']) addDraft('brand', brand(code))
  const [, ...rest] = drafts().keys()
  loseAnswers(1)
  await expect(saveDrafts('brand', { ids: rest })).rejects.toMatchObject({ http: 0 })
  const outcomes = await saveDrafts('brand')
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false])
  expect(await stored('R')).toBe(3)
})

test('one record whose answer was lost is stored once, with what was entered since', async () => {
  loseAnswers(1)
  const id = addDraft('brand', brand('O1'))
  await expect(saveDraft('brand', id)).rejects.toMatchObject({ http: 0 })
  editDraft('brand', id, null, { name: '改过' })
  expect(await saveDraft('brand', id)).toMatchObject({ code: 'O1', name: '改过' })
  expect([await stored('O'), drafts().size]).toEqual([1, 0])
})

test('what was answered before the line was cut counts as saved', options, async () => {
  for (let at = 0; at < 150; at++) addDraft('brand', brand(`C${at}`))
  let calls = 0
  connect({
    baseUrl: server.url,
    fetch: (url, init) => {
      if (String(url).includes('template/save') && ++calls > 1) throw new TypeError('network error')
      return fetch(url, init)
    },
  })
  const outcomes = await saveDrafts('brand')
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100)
  expect(outcomes.filter(({ ok }) => !ok)).toHaveLength(50)
  expect(drafts().size).toBe(50)
})

const changedByOther = async (row: Row, values: object) =>
  (await server.call('POST', 'template/save/brand', { id: row.id, ...values }, token)).data as Row

test('somebody else saved another field meanwhile: both are kept, in one save', async () => {
  const row = await made('S1')
  editDraft('brand', row.id, row, { nameEn: 'Mine' })
  await changedByOther(row, { remark: '他的' })
  expect(await saveDrafts('brand')).toMatchObject([{ id: row.id, ok: true }])
  expect(await loadRecord('brand', row.id)).toMatchObject({ nameEn: 'Mine', remark: '他的' })
  expect(drafts().size).toBe(0)
})

test('somebody else saved the same field: it waits, and what is decided is saved', async () => {
  const [row, other] = [await made('S2'), await made('S3')]
  editDrafts('brand', [
    { id: row.id, base: row, patch: { nameEn: 'Mine' } },
    { id: other.id, base: other, patch: { nameEn: 'Other' } },
  ])
  await changedByOther(row, { nameEn: 'Theirs' })
  expect((await saveDrafts('brand')).map(({ ok }) => ok)).toEqual([false, true])
  expect(drafts().get(row.id)).toMatchObject({ state: 'conflict', contested: ['nameEn'], base: { nameEn: 'Theirs' } })
  expect(drafts().get(row.id)?.base?.updatedBy$label).toBeTruthy()
  takeMine('brand', new Map([[row.id, undefined]]))
  expect(await saveDrafts('brand')).toMatchObject([{ ok: true }])
  expect(await loadRecord('brand', row.id)).toMatchObject({ nameEn: 'Mine' })
})

test('somebody else removed the row: what was entered is kept for a decision', async () => {
  const row = await made('S4')
  editDraft('brand', row.id, row, { nameEn: 'Mine' })
  await removeRecords('brand', [row.id])
  expect(await saveDrafts('brand')).toMatchObject([{ ok: false, status: 1005 }])
  expect(drafts().get(row.id)).toMatchObject({ state: 'conflict', gone: true })
  takeMine('brand', new Map([[row.id, undefined]]))
  const [again] = drafts().keys()
  editDraft('brand', again ?? '', null, { code: 'S4-again' })
  expect(await saveDrafts('brand')).toMatchObject([{ ok: true, data: { nameEn: 'Mine' } }])
  discardDrafts('brand')
})

/** Enters a new row, mends its code as after a refusal, saves it. */
async function savedAnew(first: string, then: string): Promise<void> {
  const doing = (kind: 'rowsAdded' | 'typed') => ({ place: historyKey('brand'), doing: { kind } })
  const id = addDraft('brand', brand(first), doing('rowsAdded'))
  editDraft('brand', id, null, { code: then }, doing('typed'))
  await saveDrafts('brand')
  expect(drafts().size).toBe(0)
}

const undo = () => gridHistory(brandEntity, historyKey('brand')).undoOrRedo(true)

test('taking back an entry of a row that was saved and is not loaded changes that very record', async () => {
  await savedAnew('U1', 'U2')
  expect(await undo()).toMatchObject({ cells: [{ rowId: expect.any(Number), columnId: 'code' }] })
  expect([...drafts().values()]).toMatchObject([{ base: { code: 'U2' }, patch: { code: 'U1' } }])
  await saveDrafts('brand')
  expect([await stored('U1'), await stored('U2')]).toEqual([1, 0])
})

test('the row of which an entry is taken back stands on top of its list until its place is loaded', async () => {
  const window = rowWindow('brand', { entity: 'brand', sort: [['code', 'asc']], where: [], q: 'nobody' })
  await window.refresh()
  await savedAnew('U3', 'U4')
  // Kept in sight on save; the list was reloaded since.
  expect(window.unplaced()).toMatchObject([{ code: 'U4' }])
  window.dropUnplaced(window.unplaced().map(({ id }) => id))
  await undo()
  expect(window.unplaced()).toMatchObject([{ code: 'U4' }])
  forgetRows()
})

test('of a saved row that is gone nothing comes back as a new one', async () => {
  await savedAnew('U5', 'U6')
  const { rows } = await listRecords('brand', { where: [{ field: 'code', op: 'eq', value: 'U6' }] })
  await removeRecords(
    'brand',
    rows.map(({ id }) => id),
  )
  expect(await undo()).toMatchObject({ cells: [] })
  expect(drafts().size).toBe(0)
})
