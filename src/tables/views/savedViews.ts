/** Saved views of a list: query and layout. Pure. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import type { GridColumn } from '../../grid/state/column.ts'
import { asDefined, densities, isHidden, isSameLayout, type Layout, laidOut } from '../../grid/state/layout.ts'
import { layoutIn, storedLayout } from '../../grid/state/storedLayout.ts'
import { gridColumns } from '../columns/columns.ts'
import { defaultQuery, parametersOf, queryFrom, sortFrom, textOfSort } from '../filter/query.ts'

export interface SavedView extends Pick<Query, 'where' | 'q' | 'sort'> {
  readonly name: string
  readonly layout: Layout
}

export interface SavedViews {
  readonly views: readonly SavedView[]
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

/** Parses stored views; invalid ones are dropped. */
export function viewsIn(value: unknown): SavedViews {
  if (!isObject(value) || value.v !== 1 || !Array.isArray(value.views)) return noViews
  const views = value.views.flatMap(viewIn)
  return { views, default: views.some(({ name }) => name === value.default) ? String(value.default) : null }
}

export function storedViews({ views, default: first }: SavedViews): Readonly<Record<string, unknown>> {
  return { v: 1, default: first, views: views.map(view => ({ ...view, layout: storedLayout(view.layout) })) }
}

export function viewNamed({ views }: SavedViews, name: string | null | undefined): SavedView | undefined {
  return views.find(view => view.name === name)
}

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

export function isSameView(a: Omit<SavedView, 'name'>, b: Omit<SavedView, 'name'>): boolean {
  const asked = ({ where, q, sort }: Omit<SavedView, 'name'>) => JSON.stringify([where, q, sort])
  return asked(a) === asked(b) && isSameLayout(a.layout, b.layout)
}

/** Underscore names cannot collide with fields. */
const [NAME, SORT, COLUMNS, DENSITY, SHIPPED] = ['_view', '_sort', '_columns', '_density', '_shipped']

/** `code.start,name,amount:140,remark.end`: visible columns, order, pins, widths in pixels. */
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

const columnsIn = (entity: Entity) => gridColumns(entity, key => key)

export function addressOfView(entity: Entity, view: SavedView): string {
  const parameters = parametersOf(view.where)
  if (view.q !== '') parameters.set('q', view.q)
  parameters.set(SORT, textOfSort(view.sort))
  const { density, ...columns } = view.layout
  if (!isSameLayout({ ...columns, density: asDefined.density }, asDefined))
    parameters.set(COLUMNS, textOfColumns(columnsIn(entity), view.layout))
  if (density !== asDefined.density) parameters.set(DENSITY, density)
  if (view.name !== '') parameters.set(NAME, view.name)
  // Unescaped for readability; harmless within a query.
  return `/${entity.name}?${parameters}`.replaceAll('%2C', ',').replaceAll('%3A', ':')
}

export const addressOfShipped = (entity: string, name: string): string => `/${entity}?${SHIPPED}=${name}`

export const shippedFrom = (search: string): string | null => new URLSearchParams(search).get(SHIPPED)

/** Parses a view from an address; null with conditions only. */
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
