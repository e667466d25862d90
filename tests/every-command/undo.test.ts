import { beforeAll, describe, expect, test } from 'vitest'
import { brand } from '#contract/basic/brand.ts'
import { materialstorein } from '#contract/material/materialstorein.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { initial } from '#contract/schema/validate.ts'
import { opensAsDocument } from '../../src/commands/entity/entitySave.ts'
import { lotline } from '../../src/commands/script.ts'
import { clock } from '../../src/data/clock.ts'
import { valuesOf } from '../../src/data/drafts/draft.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft } from '../../src/data/drafts/drafts.ts'
import { locationAtom, navigate } from '../../src/data/location.ts'
import { store } from '../../src/data/store.ts'
import { withPlant } from '../support/plantServer.ts'
import { readyRows } from '../support/readyRows.ts'
import { freeText } from '../support/sampleRows.ts'
import { scripted } from './scripted.ts'
import { canAdd, canChange, isKept, pagedEntities, rowsOf, type Stored } from './verbs.ts'

const plant = withPlant()
const ready = readyRows(plant)
beforeAll(ready.prepare)
const at = scripted(plant)
const rows = rowsOf(at, ready)

/** A row without what tells that it was changed at all. */
const lasting = (row: Values = {}) => ({
  ...row,
  ...{ rowVersion: 0, updatedAt: '', updatedBy: 0 },
  ...('pinyin' in row ? { pinyin: row.pinyin || null } : {}),
})

/** A new row with what a person entered of it. */
const begun = (entity: Entity, values: Values) => addDraft(entity.name, { ...initial(entity, clock()), ...values })

/** Is the row there for whoever looks for it? */
const isThere = async ({ name }: Entity, id: unknown) => {
  const row = await at.row(name, id)
  return row !== undefined && row.isDeleted !== true
}

/** Saves what is open, as a script with no further arguments. */
const saved = async (entity: Entity): Promise<Stored> => {
  const result = await lotline.run(`${entity.name}.save`)
  expect(result, JSON.stringify(result)).toMatchObject({ status: 'ok', undo: { id: expect.any(String) } })
  const { data, rows: outcomes } = result as { data?: Stored; rows?: readonly { data: Stored }[] }
  return (data ?? outcomes?.[0]?.data) as Stored
}

const changeable = pagedEntities.filter(entity => canAdd(entity) && canChange(entity))
const removable = changeable.filter(entity => entity.operations.includes('remove') && !isKept(entity))
const named = (entities: readonly Entity[]) => entities.map(entity => [entity.name, entity] as const)

describe('what is taken back is as it was:', () => {
  test.each(named(removable))('a new row of %s is gone', async (name, entity) => {
    const draft = begun(entity, await ready.newRow(entity))
    if (opensAsDocument(entity)) navigate(`/${name}/${draft}`)
    const { id } = await saved(entity)
    expect(await isThere(entity, id)).toBe(true)
    await at.ok('command.undo')
    expect(await isThere(entity, id)).toBe(false)
    expect(await lotline.run('command.undo')).toMatchObject({ status: 'denied', message: 'reason.nothingToUndo' })
  })

  test.each(named(changeable.filter(freeText)))(
    'a changed row of %s says what it said before',
    async (name, entity) => {
      const { id } = await rows.fresh(entity)
      const before = await at.row(name, id)
      const field = freeText(entity) as string
      if (opensAsDocument(entity)) navigate(`/${name}/${id}`)
      await at.ok(`${name}.edit`, { id, values: { [field]: '改' } })
      await saved(entity)
      expect(await at.row(name, id)).toMatchObject({ [field]: '改' })
      await at.ok('command.undo')
      const after = await at.row(name, id)
      expect(lasting(after)).toEqual(lasting(before))
    },
  )
})

test('of several new rows those that were saved are gone, and the one that was refused is still there to be put right', async () => {
  const [good, bad] = [await ready.newRow(brand), await ready.newRow(brand)]
  begun(brand, good)
  begun(brand, { ...bad, code: good.code })
  const result = await lotline.run('brand.save')
  expect(result).toMatchObject({ status: 'partial', undo: { id: 'brand.delete' } })
  const before = await at.count('brand')
  await at.ok('command.undo')
  expect(await at.count('brand')).toBe(before)
  const left = [...store.get(draftsOf('brand')).values()]
  expect(left.map(({ patch }) => patch.name)).toEqual([bad.name])
})

test('a row that was begun and thrown away is begun again with all that was entered, its lines included', async () => {
  const values = await ready.newRow(materialstorein)
  const [{ supplierLotNo } = {}] = values.lines as readonly Values[]
  const draft = begun(materialstorein, values)
  await at.ok('materialstorein.delete', { ids: [draft] })
  expect(store.get(draftsOf('materialstorein')).size).toBe(0)
  await at.ok('command.undo')
  const [again] = [...store.get(draftsOf('materialstorein')).values()]
  expect(again && valuesOf(again)).toMatchObject({ lines: [{ supplierLotNo, certificateNo: 'C' }] })
  expect(store.get(locationAtom)).toBe(`/materialstorein/${again?.id}`)
})

test('what was done since stands in the way: nothing that was done before it is taken back', async () => {
  const { id } = await rows.fresh(brand)
  await at.ok('brand.edit', { id, values: { name: '甲甲' } })
  await saved(brand)
  await at.ok('unit.delete', {
    ids: [(await rows.fresh(pagedEntities.find(({ name }) => name === 'unit') as Entity)).id],
  })
  expect(await lotline.run('command.undo')).toMatchObject({ status: 'denied', message: 'reason.nothingToUndo' })
  expect(await at.row('brand', id)).toMatchObject({ name: '甲甲' })
})
