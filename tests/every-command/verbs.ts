/** Generic verbs of every entity: each run once, its effect on server or drafts. */
import { expect } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { shownOtherwise } from '../../src/commands/entity/entityNew.ts'
import { opensAsDocument } from '../../src/commands/entity/entitySave.ts'
import { valuesOf } from '../../src/data/drafts/draft.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { locationAtom } from '../../src/data/location.ts'
import { store } from '../../src/data/store.ts'
import type { ReadyRows } from '../support/readyRows.ts'
import { freeText } from '../support/sampleRows.ts'
import type { Case, Scripted } from './scripted.ts'

export interface Stored extends Values {
  readonly id: number
  readonly rowVersion: number
}

/** Rows of each entity in the plant: stored ones, and new valid ones. */
export interface Rows {
  /** Row saved for this case alone, where possible; else a stored one. */
  fresh(entity: Entity): Promise<Stored>
  /** A row to read; the same one every time. */
  known(entity: Entity): Promise<Stored>
}

export const pagedEntities: readonly Entity[] = Object.values<Entity>(entities).filter(hasPage)

/** May a person add rows? Not in lists that the server fills. */
export const canAdd = (entity: Entity) => entity.operations.includes('save') && !entity.seeded

/** May a stored row be changed or removed? Not if saving posts it. */
export const canChange = (entity: Entity) => entity.editableIn?.length !== 0

const openText = ({ fields }: Entity) =>
  Object.keys(fields).find(name => fields[name]?.kind === 'text' && fields[name]?.editableAfterPosting)

export function rowsOf(at: Scripted, ready: ReadyRows): Rows {
  const kept = new Map<string, Promise<Stored>>()
  const stored = async (entity: Entity) => (await at.row(entity.name, ready.idOf(entity.name))) as Stored
  const fresh = async (entity: Entity) =>
    canAdd(entity) ? at.ok<Stored>(`${entity.name}.save`, { row: await ready.newRow(entity) }) : stored(entity)
  return {
    fresh,
    known(entity) {
      const known = kept.get(entity.name) ?? fresh(entity)
      kept.set(entity.name, known)
      return known
    },
  }
}

const draftIn = (entity: Entity) => [...store.get(draftsOf(entity.name)).values()]

/** Fields of a new row without its lines, as a URL can hold them. */
const plain = (row: Values) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => ['string', 'number'].includes(typeof value)))

function beginning(at: Scripted, ready: ReadyRows, rows: Rows, entity: Entity): readonly Case[] {
  const { name } = entity
  return [
    {
      id: `${name}.new`,
      async check(run) {
        const values = plain(await ready.newRow(entity))
        await run({ values })
        if (opensAsDocument(entity) || shownOtherwise.has(name)) {
          const asked = new URLSearchParams(store.get(locationAtom).split('?')[1])
          expect(store.get(locationAtom)).toMatch(new RegExp(`^/${name}/new`))
          expect(Object.fromEntries(asked)).toEqual(
            Object.fromEntries(Object.entries(values).map(([field, value]) => [field, String(value)])),
          )
        } else {
          expect(store.get(locationAtom)).toBe(`/${name}`)
          expect(draftIn(entity).map(({ patch }) => patch)).toMatchObject([values])
        }
      },
    },
    {
      id: `${name}.prepare`,
      async check(run) {
        const before = await at.count(name)
        const prepared = await run<readonly Values[]>()
        expect(prepared.length).toBeGreaterThan(0)
        const known = [...Object.keys(entity.fields), ...Object.keys(entity.lines)]
        const names = Object.keys(prepared[0] ?? {}).map(each => each.split('$')[0])
        expect(names.filter(each => each !== undefined && !known.includes(each))).toEqual([])
        expect(await at.count(name)).toBe(before)
      },
    },
    {
      id: `${name}.copy`,
      async check(run) {
        const row = await rows.known(entity)
        const { path } = await run<{ path: string }>({ id: row.id })
        const [draft] = draftIn(entity)
        expect(draft?.base).toBeNull()
        expect(store.get(locationAtom)).toBe(path)
        const copied = draft ? valuesOf(draft) : {}
        for (const [field, each] of Object.entries(entity.fields)) {
          if (each.serverManaged || each.derived || each.computed) continue
          // Each has one of its own, which a person gives it.
          if (each.unique) expect(copied[field], field).not.toEqual(row[field] ?? 'none')
          else expect(copied[field] ?? null, field).toEqual(row[field] ?? null)
        }
      },
    },
  ]
}

function changing(at: Scripted, ready: ReadyRows, rows: Rows, entity: Entity): readonly Case[] {
  const { name } = entity
  const field = freeText(entity)
  return [
    {
      id: `${name}.edit`,
      async check(run) {
        const { id } = await rows.known(entity)
        await run({ id })
        if (opensAsDocument(entity)) expect(store.get(locationAtom)).toBe(`/${name}/${id}`)
        else expect(store.get(locationAtom)).toBe(`/${name}?id=${id}`)
        if (!field) return
        await run({ id, values: { [field]: '改' } })
        expect(draftIn(entity)).toMatchObject([{ id, base: { id }, patch: { [field]: '改' } }])
      },
    },
    {
      id: `${name}.save`,
      async check(run) {
        if (canAdd(entity)) {
          const { id } = await run<Stored>({ row: await ready.newRow(entity) })
          expect(await at.row(name, id)).toMatchObject({ id })
          expect(await at.audits(name, id)).toMatchObject([{ action: 'CREATE' }])
        }
        const changed = canChange(entity) ? field : openText(entity)
        if (!changed) return
        const { id, rowVersion } = await rows.fresh(entity)
        await run({ row: { id, rowVersion, [changed]: '改' } })
        expect(await at.row(name, id)).toMatchObject({ [changed]: '改', rowVersion: rowVersion + 1 })
        expect((await at.audits(name, id)).at(-1)).toMatchObject({ action: 'UPDATE' })
      },
    },
  ]
}

/** Posted rows are never deleted; only unsaved ones can be removed. */
export const isKept = (entity: Entity) => !canChange(entity) || entity.removableIn?.length === 0

function removing(at: Scripted, ready: ReadyRows, rows: Rows, entity: Entity): Case {
  const { name } = entity
  return {
    id: `${name}.delete`,
    async check(run) {
      if (isKept(entity)) {
        await at.ok(`${name}.new`, { values: plain(await ready.newRow(entity)) })
        const [draft] = draftIn(entity)
        await run({ ids: [draft?.id] })
        return expect(draftIn(entity)).toEqual([])
      }
      const { id } = await rows.fresh(entity)
      await run({ ids: [id] })
      const left = await at.row(name, id)
      if (entity.softDelete) expect(left).toMatchObject({ isDeleted: true })
      else expect(left).toBeUndefined()
      expect((await at.audits(name, id)).at(-1)).toMatchObject({ action: 'DELETE' })
    },
  }
}

function reading(at: Scripted, rows: Rows, entity: Entity): readonly Case[] {
  const { name } = entity
  const only = (id: number) => ({ where: [{ field: 'id', op: 'eq', value: id }] })
  return [
    {
      id: `${name}.list`,
      async check(run) {
        const { id } = await rows.known(entity)
        const stored = await at.row(name, id)
        const page = await run<{ rows: readonly Stored[]; total: number }>(only(id))
        expect(page).toMatchObject({ total: 1, rows: [{ id }] })
        const title = entity.fields[entity.title]
        if (title?.kind === 'text') expect(page.rows[0]?.[entity.title]).toBe(stored?.[entity.title])
      },
    },
    ...(entity.operations.includes('load')
      ? [
          {
            id: `${name}.load`,
            check: async run => {
              const { id } = await rows.known(entity)
              const stored = await at.row(name, id)
              const loaded = await run<Stored>({ id })
              expect(loaded.rowVersion).toBe(stored?.rowVersion)
              for (const lines of Object.keys(entity.lines)) expect(Array.isArray(loaded[lines]), lines).toBe(true)
            },
          } satisfies Case,
        ]
      : []),
  ]
}

/** Generic commands of every entity with a page, without those of files. */
export function verbCases(at: Scripted, ready: ReadyRows, rows: Rows): readonly Case[] {
  return pagedEntities.flatMap(entity => {
    const can = (call: (typeof entity.operations)[number]) => entity.operations.includes(call)
    return [
      ...(canAdd(entity) ? beginning(at, ready, rows, entity) : []),
      ...(can('save') ? changing(at, ready, rows, entity) : []),
      ...(can('remove') ? [removing(at, ready, rows, entity)] : []),
      ...(can('list') ? reading(at, rows, entity) : []),
    ]
  })
}
