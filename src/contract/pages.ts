/** Pages and buttons: source of menu and permission names. */
import { entities } from './index.ts'
import { type Area, areas, type Entity, hasPage } from './schema/entity.ts'
import { isImportable } from './schema/transfer.ts'

export interface MenuPage {
  readonly name: string
  readonly area: Area
  readonly url: string
  readonly icon: string
  readonly buttons: readonly string[]
}

const ofEntity = (entity: Entity): MenuPage => ({
  name: entity.name,
  area: entity.area,
  url: `/${entity.name}`,
  icon: entity.icon ?? 'file',
  buttons: buttonsOf(entity),
})

export const generalButtonsOf = (entity: Entity): readonly string[] => [
  ...(entity.operations.includes('save') ? (entity.seeded ? ['edit'] : ['add', 'edit']) : []),
  ...(entity.operations.includes('remove') ? ['delete'] : []),
  ...(entity.operations.includes('list') ? ['export'] : []),
  ...(isImportable(entity) ? ['import'] : []),
]

export function buttonsOf(entity: Entity): readonly string[] {
  const declared = Object.entries(entity.actions).map(([name, action]) => action.button ?? name)
  return [...new Set([...generalButtonsOf(entity), ...declared])]
}

const handMade: readonly MenuPage[] = [
  { name: 'reviewasc', area: 'review', url: '/reviewasc', icon: 'git-merge', buttons: ['export'] },
  { name: 'reviewdesc', area: 'review', url: '/reviewdesc', icon: 'git-pull-request-arrow', buttons: ['export'] },
  { name: 'warehousework', area: 'stock', url: '/warehousework', icon: 'scan-barcode', buttons: [] },
]

/** Last of its group: looked at when something is wrong. */
const systemStatus: MenuPage = {
  name: 'systemstatus',
  area: 'system',
  url: '/systemstatus',
  icon: 'activity',
  buttons: [],
}

/** First entry of the menu, for everybody: sign-in lands there. */
export const homePage = { name: 'index', title: 'shell.home', url: '/index', icon: 'house' } as const

export const pages: readonly MenuPage[] = areas.flatMap(area =>
  [...handMade, ...Object.values<Entity>(entities).filter(hasPage).map(ofEntity), systemStatus].filter(
    page => page.area === area,
  ),
)

/** Pages that refer to this entity: their users may look it up. */
export function referrersOf(name: string): readonly string[] {
  const refers = (entity: Entity): boolean =>
    Object.values(entity.fields).some(field => field.to === name) || Object.values(entity.lines).some(refers)
  return Object.values<Entity>(entities)
    .filter(entity => hasPage(entity) && refers(entity))
    .map(entity => entity.name)
}
