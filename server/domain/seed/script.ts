/** Runs a seed script of commands: the same ids and the same rules as a person's, on days in the past. */
import { entityNamed } from '../../../src/contract/index.ts'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Caller, Context, Database, Row } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { list } from '../../db/query/list.ts'
import { load } from '../../db/records/store.ts'
import { addDays, dayIn } from '../basis/dates.ts'
import { prepareRecord, runAction, saveRecord } from '../records.ts'
import { usualTimeZone } from '../settings/timeZone.ts'
import { allocate, candidates, type Take } from '../stock/fefo.ts'

/** A day of the plant on which commands are run, each in its own transaction. */
export interface Script {
  /** Sets the plant's clock: its calendar day, and the hour in UTC. */
  at(day: string, hour: number): void
  /** From now on the user of this employee acts; the one it began with where none is named. */
  as(jobNo?: string): void
  /** `<entity>.save` with the row, `<entity>.<action>` with `{ id, … }`; remembered by its natural key or as said. */
  run(command: string, given: Values, as?: string): Promise<Row>
  /** Rows of a list whose fields are these, the latest first. */
  rows(entity: string, where: Values): Promise<readonly Row[]>
  /** One row with its lines. */
  load(entity: string, id: number): Promise<Row>
  /** Lots of a material that may be issued now, split over so much of it. */
  pickMaterial(material: string, quantity: string): Promise<readonly Take[]>
  /** Rows to start with, as the console would offer them. */
  prepare(entity: string, given: Values): Promise<readonly Values[]>
  /** Lots of a product that may be sold now, in the order they should be, split over so many packages. */
  pick(product: string, packages: number): Promise<readonly Take[]>
  /** Tells the script of a row that was made beside it. */
  remember(entity: string, key: string, id: number): void
  /** Id of a row saved in this script, by entity and its natural key. */
  id(entity: string, key: string): number
  readonly day: string
  readonly now: string
}

function definitionOf(name: string) {
  const entity = entityNamed(name)
  if (!entity) throw new Error(`seed names an unknown entity: ${name}`)
  return entity
}

/** A script that begins with what an earlier one saved (`<entity>:<key>` → id), where there was one. */
export function scriptFor(db: Database, caller: Caller, known: ReadonlyMap<string, number> = new Map()): Script {
  const ids = new Map(known)
  let userId = caller.userId
  let day = '2026-01-01'
  let now = `${day}T00:00:00.000Z`
  const inside = <T>(work: (context: Context) => Promise<T>) =>
    transact(db, tx => work({ ...caller, userId, tx, timeZone: usualTimeZone, today: dayIn(usualTimeZone, now), now }))

  const remember = (name: string, row: Row, as?: string) => {
    if (as !== undefined) return void ids.set(`${name}:${as}`, row.id)
    const key = Object.entries(definitionOf(name).fields).find(([, field]) => field.key)?.[0]
    if (key) ids.set(`${name}:${String(row[key])}`, row.id)
  }

  return {
    get day() {
      return day
    },
    get now() {
      return now
    },
    at(to, hour) {
      day = to
      // The plant of the scripts is eight hours ahead: its night is the evening before in UTC.
      now = `${hour >= 16 ? addDays(to, -1) : to}T${String(hour).padStart(2, '0')}:00:00.000Z`
    },
    as(jobNo) {
      userId = jobNo === undefined ? caller.userId : (ids.get(`user:${jobNo}`) ?? caller.userId)
    },
    remember(entity, key, id) {
      ids.set(`${entity}:${key}`, id)
    },
    id(entity, key) {
      const id = ids.get(`${entity}:${key}`)
      if (id === undefined) throw new Error(`seed names an unknown ${entity}: ${key}`)
      return id
    },
    pick: (product, packages) =>
      inside(async context => {
        const productId = ids.get(`product:${product}`) ?? 0
        return allocate(await candidates(context, { productId }, { certificate: true }), decimal(packages))
      }),
    pickMaterial: (material, quantity) =>
      inside(async context => {
        const materialId = ids.get(`material:${material}`) ?? 0
        return allocate(await candidates(context, { materialId }, {}), decimal(quantity))
      }),
    rows: (entity, where) =>
      inside(async context => {
        const conditions = Object.entries(where).map(([field, value]) => ({ field, op: 'eq' as const, value }))
        const sort = [['id', 'desc']] as const
        return (await list(context, definitionOf(entity), { where: conditions, sort, size: 200 })).rows
      }),
    load: (entity, id) => inside(context => load(context, definitionOf(entity), id)),
    prepare: (entity, given) =>
      inside(async context => (await prepareRecord(context, definitionOf(entity), given)).rows),
    async run(command, given, as) {
      const [name = '', verb = ''] = command.split('.')
      const entity = definitionOf(name)
      const { id, submit, ...rest } = given
      const row = await inside(context =>
        verb === 'save'
          ? saveRecord(context, entity, id === undefined ? rest : { ...rest, id }, submit === true)
          : runAction(context, entity, verb, Number(id), rest),
      )
      remember(name, row, as)
      return row
    },
  }
}
