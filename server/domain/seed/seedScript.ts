/** Seed script runner: a person's commands, dated in the past. */

import { addDays } from '#contract/calendar.ts'
import { type EntityName, entities, entityNamed } from '#contract/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Caller, Context, Database, Row } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { list } from '../../db/query/list.ts'
import { load } from '../../db/records/store.ts'
import { dayIn } from '../basis/dates.ts'
import { prepareRecord, runAction, saveRecord } from '../records.ts'
import { defaultTimeZone } from '../settings/timeZone.ts'
import { allocate, candidates, type Take } from '../stock/fefo.ts'
import english from './names/en-US.json' with { type: 'json' }
import taiwanese from './names/zh-TW.json' with { type: 'json' }

type Entities = typeof entities

export interface Script {
  /** Sets the clock: plant day, and hour in UTC. */
  at(day: string, hour: number): void
  /** Switches to an employee's user, by default the initial one. */
  as(jobNo?: string): void
  /** Saves a row, posted with `submit`; later named by its key, or `as`. */
  save<N extends EntityName>(entity: N, row: Values & DraftOf<Entities[N]>, as?: string): Promise<RowOf<Entities[N]>>
  /** Runs `<entity>.save` with the row, `<entity>.<action>` with `{ id, … }`. */
  run(command: string, given: Values, as?: string): Promise<Row>
  /** Rows matching these fields, latest first. */
  rows<N extends EntityName>(entity: N, where: Values): Promise<readonly RowOf<Entities[N]>[]>
  load<N extends EntityName>(entity: N, id: number): Promise<RowOf<Entities[N]>>
  pickMaterial(material: string, quantity: string): Promise<readonly Take[]>
  /** Initial rows, as the console offers them. */
  prepare(entity: string, given: Values): Promise<readonly Values[]>
  /** Sellable lots of a product in FEFO order, for packages. */
  pick(product: string, packages: number): Promise<readonly Take[]>
  remember(entity: string, key: string, id: number): void
  id(entity: string, key: string): number
  readonly day: string
  readonly now: string
}

/** Master data in other languages, by entity and key. */
const names: Partial<Record<Locale, Readonly<Record<string, Values>>>> = { 'en-US': english, 'zh-TW': taiwanese }

const withYear = (day: string, row: Values): Values =>
  typeof row.title === 'string' ? { ...row, title: row.title.replace('{year}', day.slice(0, 4)) } : row

function definitionOf(name: string) {
  const entity = entityNamed(name)
  if (!entity) throw new Error(`seed names an unknown entity: ${name}`)
  return entity
}

export function scriptFor(db: Database, caller: Caller, known: ReadonlyMap<string, number> = new Map()): Script {
  const ids = new Map(known)
  let userId = caller.userId
  let day = '2026-01-01'
  let now = `${day}T00:00:00.000Z`
  const inside = <T>(work: (context: Context) => Promise<T>) =>
    transact(db, tx =>
      work({ ...caller, userId, tx, timeZone: defaultTimeZone, today: dayIn(defaultTimeZone, now), now }),
    )

  const nameOf = (entity: string, row: Values): string | undefined => {
    const key = Object.entries(definitionOf(entity).fields).find(([, field]) => field.key)?.[0]
    return key && `${entity}:${String(row[key])}`
  }
  const remember = (entity: string, row: Row, as?: string) => {
    const name = as === undefined ? nameOf(entity, row) : `${entity}:${as}`
    if (name) ids.set(name, row.id)
  }
  const inLanguage = (entity: string, row: Values, as?: string): Values => {
    const given = as === undefined ? (nameOf(entity, row) ?? '') : `${entity}:${as}`
    return withYear(day, { ...row, ...names[caller.locale]?.[given] })
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
      // Plant time is UTC+8: its night is the previous UTC evening.
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
        return (await list(context, entities[entity], { where: conditions, sort, size: 200 })).rows
      }),
    load: (entity, id) => inside(context => load(context, entities[entity], id)),
    prepare: (entity, given) =>
      inside(async context => (await prepareRecord(context, definitionOf(entity), given)).rows),
    async save(name, given, as) {
      const { submit, ...row }: Values = given
      const stored = await inside(context =>
        saveRecord(context, entities[name], inLanguage(name, row, as), submit === true),
      )
      remember(name, stored, as)
      return stored
    },
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
