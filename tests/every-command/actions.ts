/** Declared actions and beginnings, each run once on a row ready for it. */
import { expect } from 'vitest'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { locationAtom } from '../../src/data/location.ts'
import { store } from '../../src/data/store.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { declaredActions, readyActions, saidWith } from '../support/readyActions.ts'
import type { Case, Scripted } from './scripted.ts'
import { pagedEntities } from './verbs.ts'

/** Actions that move goods: each writes the ledger, no other does. */
const moving: ReadonlySet<string> = new Set([
  'materialstorein.submit',
  'materialstorein.reverse',
  'materialstoreout.submit',
  'materialstoreout.reverse',
  'produceplan.scrapRest',
  'getmaterialrecord.submit',
  'getmaterialrecord.reverse',
  'materialmakeup.submit',
  'materialmakeup.reverse',
  'usematerialrecord.correct',
  'usematerialrecord.reverse',
  'productstorein.submit',
  'productstorein.reverse',
  'productstoreout.submit',
  'productstoreout.reverse',
  'productsaleout.submit',
  'productsaleout.reverse',
  'retainsample.dispose',
  'unqualifiedproduct.close',
  'stockcount.submit',
  'stockcount.reverse',
  'stockrelabel.submit',
  'stockrelabel.reverse',
])

/** Entity to which an action adds rows, leaving its own row unchanged. */
const elsewhere: Readonly<Record<string, string>> = {
  'product.duplicate': 'product',
  'productformula.newVersion': 'productformula',
  'produceplan.scrapRest': 'stockledger',
  'usematerialrecord.correct': 'usematerialrecord',
  'callback.restore': 'lotstatuslog',
}

const auditCode = (name: string) => (name === 'submit' ? 'SUBMIT' : name === 'reverse' ? 'REVERSE' : 'STATUS')

/** Every declared action: resulting state, audit row, movements. */
export function actionCases(plant: PlantServer, at: Scripted): readonly Case[] {
  const ready = readyActions(plant)
  return declaredActions.map(({ entity, name, action, key }) => ({
    id: key,
    async check(run) {
      const id = (await ready[key]?.()) as number
      const [before, trail] = [await at.row(entity.name, id), await at.audits(entity.name, id)]
      const table = elsewhere[key] ?? entity.name
      const [rows, moves] = [await at.count(table), await at.count('stockledger')]
      const said = saidWith(action)
      await run({ ids: [id], ...said })
      const after = await at.row(entity.name, id)
      if (action.to) expect(after?.[stateOf(entity)]).toBe(action.to)
      if (elsewhere[key]) expect(await at.count(table), table).toBeGreaterThan(rows)
      else expect(after).not.toEqual(before)
      expect((await at.audits(entity.name, id)).slice(trail.length)).toEqual([
        { action: auditCode(name), entityId: String(id), reason: said.reason ?? null },
      ])
      expect((await at.count('stockledger')) > moves, 'writes into the ledger').toBe(moving.has(key))
    },
  }))
}

/** Rows that others may begin from, by the action they are ready for. */
const origins: Readonly<Record<string, string>> = {
  'callback.accident': 'callback.notify',
  'produceplan.issue': 'produceplan.cancel',
  'produceplan.makeUp': 'produceplan.scrapRest',
  'produceplan.use': 'produceplan.scrapRest',
  'produceplan.receive': 'produceplan.finish',
  'stocklot.inspect': 'qualityinspection.release',
  'stocklot.sell': 'stocklot.hold',
  'pallet.sell': 'pallet.unpack',
  'pallet.move': 'pallet.unpack',
  'productsaleout.return': 'productsaleout.confirm',
  'callback.returns': 'callback.recover',
  'complaint.analysis': 'complaint.answer',
  'unsafefoodanalyse.plan': 'unsafefoodanalyse.conclude',
  'unsafefoodcallbackplan.recall': 'unsafefoodcallbackplan.report',
}

/** Of these the action itself comes first. */
const ended: ReadonlySet<string> = new Set(['unsafefoodanalyse.conclude'])

const createsFrom = pagedEntities.flatMap(entity =>
  Object.entries(entity.createsFrom ?? {}).map(([name, createFrom]) => ({
    entity,
    beginning: createFrom,
    key: `${entity.name}.${name}`,
  })),
)

/** Every beginning: its page, and new rows that name their origin. */
export function beginCases(plant: PlantServer, at: Scripted): readonly Case[] {
  const ready = readyActions(plant)
  const sourceOf = async (key: string, entity: Entity) => {
    const origin = origins[key]
    if (!origin) return plant.day.id(entity.name, 'D001')
    const id = (await ready[origin]?.()) as number
    if (ended.has(origin)) await at.ok(origin, { ids: [id] })
    return id
  }
  return createsFrom.map(({ entity, beginning: createFrom, key }) => ({
    id: key,
    async check(run) {
      const id = await sourceOf(key, entity)
      if (createFrom.opens) {
        await run({ ids: [(await at.row(createFrom.entity, id))?.[createFrom.by]] })
        return expect(store.get(locationAtom)).toBe(`/${createFrom.entity}/${id}`)
      }
      await run({ ids: [id] })
      const drafts = [...store.get(draftsOf(createFrom.entity)).values()]
      if (drafts.length > 0) {
        expect(store.get(locationAtom)).toBe(`/${createFrom.entity}`)
        expect(drafts.map(({ patch }) => patch[createFrom.by])).toEqual(drafts.map(() => id))
      } else expect(store.get(locationAtom)).toBe(`/${createFrom.entity}/new?${createFrom.by}=${id}`)
      // The server knows what such a row begins with.
      const [name = '', ofLine] = createFrom.by.split('.')
      const values = { [name]: ofLine === undefined ? id : [{ [ofLine]: id }] }
      const [row] = await at.ok<readonly Values[]>(`${createFrom.entity}.prepare`, { values })
      expect(Object.keys(row ?? {}).length).toBeGreaterThan(0)
    },
  }))
}
