/** Hint of the save key only where saving is possible. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetContext } from '../../src/commands/core/context.ts'
import { discardDraft, editDraft } from '../../src/data/drafts/drafts.ts'
import { navigate } from '../../src/data/location.ts'
import type { Row } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'
import { readOnlyRecordAtom } from '../../src/shell/frame/readOnlyRecord.ts'
import { openedAtom } from '../../src/tables/document/opened.ts'
import { type Console, startConsole } from '../commands/console.ts'

let lotline: Console

beforeAll(async () => {
  lotline = await startConsole()
  resetContext()
})
afterAll(() => lotline.close())

/** Stands on a stored record as its screen would have read it. */
function open(entity: string, values: object): Row {
  const row = { id: 7, rowVersion: 1, ...values } as unknown as Row
  store.set(openedAtom(entity, 7), { row, error: null })
  navigate(`/${entity}/7`)
  return row
}
const isClosed = () => store.get(readOnlyRecordAtom)

test('a record whose state forbids every change has nothing to save, a draft and a new one have', () => {
  open('unsafefoodanalyse', { status: 'CONCLUDED' })
  expect(isClosed()).toBe(true)
  open('unsafefoodanalyse', { status: 'DRAFT' })
  expect(isClosed()).toBe(false)
  navigate('/unsafefoodanalyse/new')
  expect(isClosed()).toBe(false)
})

test('of a posted document its remark may be saved still', () => {
  open('materialstorein', { status: 'SUBMITTED' })
  expect(isClosed()).toBe(false)
})

test('what somebody has changed already is there to be saved, whatever became of the record', () => {
  const row = open('unsafefoodanalyse', { status: 'CONCLUDED' })
  editDraft('unsafefoodanalyse', 7, row, { title: '改' })
  expect(isClosed()).toBe(false)
  discardDraft('unsafefoodanalyse', 7)
  expect(isClosed()).toBe(true)
})

test('a log and a list have no record to save', () => {
  open('auditlog', {})
  expect(isClosed()).toBe(true)
  navigate('/unsafefoodanalyse')
  expect(isClosed()).toBe(false)
})

test('who may not change stored rows has nothing to save in them', async () => {
  await lotline.signInWith(['brand', 'brand.add'])
  open('brand', { status: 'ENABLED' })
  expect(isClosed()).toBe(true)
  navigate('/brand/new')
  expect(isClosed()).toBe(false)
})
