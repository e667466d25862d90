/** Views of a list that a person has given a name: what is asked, and how it is laid out. Pure. */
import type { Entity } from '../../contract/schema/entity.ts'
import type { Query } from '../../data/records/rows.ts'
import type { GridColumn } from '../../grid/state/column.ts'
import { layoutIn, storedLayout } from '../../grid/state/keptLayout.ts'
import { asDefined, densities, isHidden, isSameLayout, type Layout, laidOut } from '../../grid/state/layout.ts'
import { columnsOf } from '../columns/columns.ts'
import { defaultQuery, parametersOf, queryFrom, sortFrom, textOfSort } from '../filter/query.ts'

export interface SavedView extends Pick<Query, 'where' | 'q' | 'sort'> {
  readonly name: string
  readonly layout: Layout
}

export interface SavedViews {
  /** In the order in which they were made; no name twice. */
  readonly views: readonly SavedView[]
  /** Name of the one that a list begins with. */
  readonly default: string | null
}

export const noViews: SavedViews = { views: [], default: null }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCondition = (value: unknown): value is SavedView['where'][number] =>
  isObject(value) && typeof value.field === 'string' && typeof value.op === 'string'

const isOrder = (value: unknown): value is SavedView['sort'][number] =>
  Array.isArray(value) && typeof value[0] === 'string' && (value[1] === 'asc' || value[1] === 'desc')

const listOf = <T>(value: unknown, is: (each: unknown) => each is T): readonly T[] =>
  Array.isArray(value) ? value.filter(is) : []

function viewIn(value: unknown): readonly SavedView[] {
  if (!isObject(value) || typeof value.name !== 'string' || value.name === '') return []
  const { name, q, where, sort, layout } = value
  return [
    {
      name,
      q: typeof q === 'string' ? q : '',
      where: listOf(where, isCondition),
      sort: listOf(sort, isOrder),
      layout: layoutIn(layout),
    },
  ]
}

/** The views in what was kept; what cannot be read is left out. */
export function viewsIn(value: unknown): SavedViews {
  if (!isObject(value) || value.v !== 1 || !Array.isArray(value.views)) return noViews
  const views = value.views.flatMap(viewIn)
  return { views, default: views.some(({ name }) => name === value.default) ? String(value.default) : null }
}

/** Views as they are kept. */
export function storedViews({ views, default: first }: SavedViews): Readonly<Record<string, unknown>> {
  return { v: 1, default: first, views: views.map(view => ({ ...view, layout: storedLayout(view.layout) })) }
}

export function viewNamed({ views }: SavedViews, name: string | null | undefined): SavedView | undefined {
  return views.find(view => view.name === name)
}

/** With a view in the place of the one of its name, or as the last. */
export function withView(saved: SavedViews, view: SavedView): SavedViews {
  const at = saved.views.findIndex(({ name }) => name === view.name)
  return { ...saved, views: at < 0 ? [...saved.views, view] : saved.views.with(at, view) }
}

export function withoutView(saved: SavedViews, name: string): SavedViews {
  return {
    views: saved.views.filter(view => view.name !== name),
    default: saved.default === name ? null : saved.default,
  }
}

export function renamedView(saved: SavedViews, from: string, to: string): SavedViews {
  return {
    views: saved.views.map(view => (view.name === from ? { ...view, name: to } : view)),
    default: saved.default === from ? to : saved.default,
  }
}

/** Do two views show the same rows in the same way, whatever they are called? */
export function isSameView(a: Omit<SavedView, 'name'>, b: Omit<SavedView, 'name'>): boolean {
  const asked = ({ where, q, sort }: Omit<SavedView, 'name'>) => JSON.stringify([where, q, sort])
  return asked(a) === asked(b) && isSameLayout(a.layout, b.layout)
}

/** Fields have no such names: nothing of a view is taken for a condition. */
const [NAME, SORT, COLUMNS, DENSITY] = ['_view', '_sort', '_columns', '_density']

/** `code.start,name,amount:140,remark.end`: what is seen, in its order, with its pins and widths. */
function textOfColumns(all: readonly GridColumn[], layout: Layout): string {
  const one = ({ id, pinned }: GridColumn) => {
    const width = layout.widths[id]
    return `${id}${pinned ? `.${pinned}` : ''}${width === undefined ? '' : `:${Math.round(width)}`}`
  }
  return laidOut(all, layout).map(one).join(',')
}

function layoutFrom(all: readonly GridColumn[], text: string | null, density: Layout['density']): Layout {
  const given = [...(text ?? '').matchAll(/(\w+)(?:\.(start|end))?(?::(\d{2,4}))?/g)]
  const known = given.filter(([, id]) => all.some(column => column.id === id))
  if (known.length === 0) return { ...asDefined, density }
  const of = new Map(known.map(([, id = '', side, width]) => [id, { side, width }]))
  const order = [...of.keys(), ...all.map(({ id }) => id).filter(id => !of.has(id))]
  const own = <V>(differing: (column: GridColumn) => V | undefined) =>
    Object.fromEntries(
      all.flatMap(column => {
        const value = differing(column)
        return value === undefined ? [] : [[column.id, value] as const]
      }),
    )
  return {
    density,
    order: order.every((id, at) => all[at]?.id === id) ? [] : order,
    hidden: own(column => (isHidden(column, asDefined) === !of.has(column.id) ? undefined : !of.has(column.id))),
    pinned: own(column => {
      const side = of.get(column.id)?.side
      if (!of.has(column.id) || side === column.pinned) return undefined
      return side === 'start' || side === 'end' ? side : false
    }),
    widths: own(({ id }) => (of.get(id)?.width === undefined ? undefined : Number(of.get(id)?.width))),
  }
}

const columnsIn = (entity: Entity) => columnsOf(entity, key => key)

/** The address that shows a list as this view does, to anybody who may see the list. */
export function addressOfView(entity: Entity, view: SavedView): string {
  const parameters = parametersOf(view.where)
  if (view.q !== '') parameters.set('q', view.q)
  parameters.set(SORT, textOfSort(view.sort))
  const { density, ...columns } = view.layout
  if (!isSameLayout({ ...columns, density: asDefined.density }, asDefined))
    parameters.set(COLUMNS, textOfColumns(columnsIn(entity), view.layout))
  if (density !== asDefined.density) parameters.set(DENSITY, density)
  if (view.name !== '') parameters.set(NAME, view.name)
  // These mean nothing in a query, and an address is read by people too.
  return `/${entity.name}?${parameters}`.replaceAll('%2C', ',').replaceAll('%3A', ':')
}

/** The view that an address holds; null where it holds none, but conditions at most. */
export function viewFrom(entity: Entity, search: string): SavedView | null {
  const parameters = new URLSearchParams(search)
  if (![NAME, SORT, COLUMNS, DENSITY].some(name => parameters.has(name))) return null
  const density = densities.find(each => each === parameters.get(DENSITY)) ?? asDefined.density
  const sort = sortFrom(entity, parameters.get(SORT) ?? '')
  return {
    name: (parameters.get(NAME) ?? '').slice(0, 100),
    where: [],
    q: '',
    ...queryFrom(entity, search),
    sort: sort.length > 0 ? sort : defaultQuery(entity).sort,
    layout: layoutFrom(columnsIn(entity), parameters.get(COLUMNS), density),
  }
}
