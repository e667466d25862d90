import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { type Entity, hasPage, isEditable, isRemovable } from '#contract/schema/entity.ts'
import { type Fields, isEntered } from '#contract/schema/field.ts'
import { formFieldsOf, isStateShown, totalsOf } from '#contract/shownFields.ts'
import { errorsOf, freshDraft, isBlankLine, sentOf } from '../../src/data/drafts/draft.ts'
import { lineKey, linesOf } from '../../src/data/drafts/lineKeys.ts'
import { withNarrowed } from '../../src/fields/narrowing.ts'
import { askedIn, conditionsFor } from '../../src/fields/operators.ts'
import { gridColumns, isOpen, lineColumnsOf, maySave } from '../../src/tables/columns/columns.ts'
import { inWords, withField } from '../../src/tables/filter/conditions.ts'
import { queryFrom, valuesFrom } from '../../src/tables/filter/query.ts'
import { changed, inserted, keyed, without, withUntouchedLast } from '../../src/tables/form/lineRows.ts'

const say = (key: string) => key
const clock = { today: '2026-11-21', now: '2026-11-21T00:00:00.000Z' }
const receipt: Entity = entities.materialstorein
const line = receipt.lines.lines as Entity
const material: Entity = entities.material

test('a list shows the fields of its definition in their order, after the columns it names', () => {
  const named = material.columns ?? []
  const listed = [...named, ...Object.keys(material.fields).filter(name => !named.includes(name))].filter(
    name => material.fields[name]?.list && !material.fields[name]?.hidden,
  )
  const shown = gridColumns(material, say).filter(column => !column.hidden)
  expect(shown.map(column => column.id)).toEqual(listed)
})

test('what a person enters of a document is entered in its list too, not what the server fills', () => {
  const open = gridColumns(receipt, say).filter(column => !column.readOnly)
  const entered = Object.entries(receipt.fields).filter(([, field]) => isEntered(field))
  expect(open.map(({ id }) => id).sort()).toEqual(entered.map(([name]) => name).sort())
  expect(gridColumns(entities.stockledger, say).every(column => column.readOnly)).toBe(true)
  expect(gridColumns(material, say).find(column => column.id === 'onHandQty')?.readOnly).toBe(true)
  expect(gridColumns(material, say).find(column => column.id === 'name')?.readOnly).toBe(false)
})

test('a fixed field is open until the row is stored', () => {
  const field = { kind: 'text', title: '', fixed: true } as const
  expect(isOpen(field, false)).toBe(true)
  expect(isOpen(field, true)).toBe(false)
})

test('every entity with a page has columns, a form and columns for its lines', () => {
  for (const entity of Object.values<Entity>(entities)) {
    if (!hasPage(entity)) continue
    expect(gridColumns(entity, say).length, entity.name).toBeGreaterThan(0)
    expect(Object.keys(formFieldsOf(entity, true)).length, entity.name).toBeGreaterThan(0)
    for (const each of Object.values(entity.lines)) expect(lineColumnsOf(each, say).length).toBeGreaterThan(0)
  }
})

test('a form leaves out the number in the head, and shows what names a record together with others', () => {
  expect(Object.keys(formFieldsOf(receipt, true))).not.toContain('docNo')
  const named = {
    stockbalance: 'lotId',
    lotlink: 'inLotId',
    auditlog: 'entity',
    callbacknotice: 'dealerId',
    lotstatuslog: 'lotId',
  } as const
  for (const [name, title] of Object.entries(named))
    expect(Object.keys(formFieldsOf(entities[name as keyof typeof named], true)), name).toContain(title)
  expect(Object.keys(formFieldsOf(entities.callbackdrill, true))).toContain('callbackId')
  expect(Object.keys(formFieldsOf(entities.callbackdrill, false))).not.toContain('callbackId')
})

test('a state nobody enters stands in the head, and never among the totals', () => {
  expect(isStateShown(entities.callbackdealer)).toBe(true)
  expect(totalsOf(entities.callbackdealer)).toEqual([])
  expect(isStateShown(receipt)).toBe(true)
  expect(totalsOf(receipt).map(([name]) => name)).toEqual(['totalAmount'])
  expect(isStateShown(material)).toBe(false)
  expect(isStateShown(entities.stockledger)).toBe(false)
})

test('new rows need the button add, stored ones the button edit', () => {
  const grants = new Map([['material', new Set(['edit'])]])
  expect(maySave(grants, material, 1)).toBe(true)
  expect(maySave(grants, material, 'new:1')).toBe(false)
})

test('lines are told apart, changed, added and removed without being changed in place', () => {
  const before = keyed(receipt, { lines: [{ id: 7, packageQty: '1' }, { packageQty: '2' }] })
  const rows = linesOf(before, 'lines')
  expect(lineKey(rows[0] ?? {}, 0)).toBe(7)
  const second = lineKey(rows[1] ?? {}, 1)
  const after = changed(line, rows, [{ rowId: second, columnId: 'packageQty', value: '3' }])
  expect(after.map(row => row.packageQty)).toEqual(['1', '3'])
  expect(rows.map(row => row.packageQty)).toEqual(['1', '2'])
  expect(after[0]).toBe(rows[0])
  expect(inserted(line, after, 2, after.length, clock)).toHaveLength(4)
  expect(inserted(line, after, 1, 1, clock).map(row => row.packageQty ?? null)).toEqual(['1', null, '3'])
  expect(without(after, [7])).toHaveLength(1)
})

test('what a line tells of its lot is not said of another one', () => {
  const { lines: counted } = entities.stockcount.lines
  const derived = Object.keys(counted.fields).filter(name => (counted.fields as Fields)[name]?.derived)
  expect(derived.length).toBeGreaterThan(0)
  const row = { id: 7, lotId: 1, countedQuantity: '2', ...Object.fromEntries(derived.map(name => [name, '大豆'])) }
  const [other] = changed(counted, [row], [{ rowId: 7, columnId: 'lotId', value: 2 }])
  expect(other).toMatchObject({
    lotId: 2,
    countedQuantity: '2',
    ...Object.fromEntries(derived.map(name => [name, null])),
  })
  const [same] = changed(counted, [row], [{ rowId: 7, columnId: 'countedQuantity', value: '3' }])
  expect(same).toMatchObject({ ...row, countedQuantity: '3' })
})

test('a unit of a line goes with its item, and stays with another reference or the same item', () => {
  const issued = entities.getmaterialrecord.lines.lines as Entity
  const row = { id: 7, materialId: 1, lotId: 2, qty: '2', qty$unit: '千克' }
  const unitAfter = (columnId: string, value: unknown) =>
    changed(issued, [row], [{ rowId: 7, columnId, value }])[0]?.qty$unit
  expect(unitAfter('lotId', 3)).toBeNull()
  expect(unitAfter('lotId', 2)).toBe('千克')
  expect(unitAfter('locationId', 5)).toBe('千克')
})

test('a specification means nothing for another material', () => {
  const row = { materialId: 1, materialSpecId: 5, materialSpecId$label: '50kg' }
  expect(withNarrowed(line.fields, row, { materialId: 2 })).toEqual({
    materialId: 2,
    materialSpecId: null,
    materialSpecId$label: null,
  })
  expect(withNarrowed(line.fields, row, { packageQty: '1' })).toEqual({ packageQty: '1' })
})

test('an untouched line stays last, and is neither checked nor sent', () => {
  const rows = inserted(line, [{ id: 7 }], 1, 1, clock)
  expect(rows.map(row => isBlankLine(line, row))).toEqual([false, true])
  expect(withUntouchedLast(receipt, { lines: rows })).toBeUndefined()
  expect(withUntouchedLast(receipt, { lines: rows.toReversed() })).toEqual({ lines: rows })
  const draft = freshDraft('materialstorein', 'new:1', null, { lines: rows })
  expect(sentOf(draft).lines).toMatchObject([{ id: 7 }])
  expect(Object.keys(errorsOf(draft, { complete: true })).filter(path => path.startsWith('lines.1'))).toEqual([])
  const alone = freshDraft('materialstorein', 'new:2', null, { lines: rows.slice(1) })
  expect(errorsOf(alone, { complete: true })).toMatchObject({ lines: 'required' })
})

test('an address narrows a list and gives a new record its values', () => {
  expect(queryFrom(receipt, 'status=DRAFT,SUBMITTED&supplyId=3&unknown=1')?.where).toEqual([
    { field: 'status', op: 'in', value: ['DRAFT', 'SUBMITTED'] },
    { field: 'supplyId', op: 'in', value: [3] },
  ])
  expect(queryFrom(receipt, '')).toBeNull()
  expect(valuesFrom(entities.getmaterialrecord, 'producePlanId=12&x=1')).toEqual({ producePlanId: 12 })
})

test('days asked of a moment mean whole days here, and come back as they were entered', () => {
  const field = receipt.fields.storeInDate
  if (!field) throw new Error('no such field')
  const asked = conditionsFor('storeInDate', field, { operator: 'on', values: ['2026-11-20'] })
  expect(asked.map(condition => condition.op)).toEqual(['ge', 'le'])
  expect(new Date(String(asked[1]?.value)).getTime() - new Date(String(asked[0]?.value)).getTime()).toBe(86_399_999)
  expect(askedIn(field, asked)).toEqual({ operator: 'on', values: ['2026-11-20'] })
  expect(inWords(field, asked, { say, show: String })).toBe('2026-11-20')
  expect(withField([...asked, { field: 'status', op: 'eq' }], 'storeInDate', [])).toEqual([
    { field: 'status', op: 'eq' },
  ])
})

test('a stored row may be changed in the states its definition says', () => {
  expect(isEditable(receipt, { status: 'DRAFT' })).toBe(true)
  expect(isEditable(receipt, { status: 'SUBMITTED' })).toBe(false)
  expect(isEditable(entities.productformula, { status: 'PENDING' })).toBe(true)
  expect(isEditable(entities.productformula, { status: 'APPROVED' })).toBe(false)
  expect(isEditable(entities.usematerialrecord, { status: 'SUBMITTED' })).toBe(false)
  expect(isEditable(material, { status: 'DISABLED' })).toBe(true)
})

test('a stored row may be removed while it may be changed, or in fewer states where its definition says so', () => {
  expect(isRemovable(receipt, { status: 'DRAFT' })).toBe(true)
  expect(isRemovable(receipt, { status: 'SUBMITTED' })).toBe(false)
  expect(isRemovable(entities.callback, { status: 'DRAFT' })).toBe(true)
  expect(isRemovable(entities.callback, { status: 'STARTED' })).toBe(false)
  expect(isRemovable(entities.unsafefoodaccident, { status: 'REPORTED' })).toBe(false)
  expect(isRemovable(material, { status: 'DISABLED' })).toBe(true)
})

test('a row is called by what names it, else by its number', () => {
  expect(titleOfRow(receipt, { id: 3, docNo: 'MI1' }, String)).toBe('MI1')
  expect(titleOfRow(receipt, { id: 3, docNo: null }, String)).toBe('#3')
})
