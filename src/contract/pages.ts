/** The pages of the console and the buttons on them, from which the menu is seeded and permissions are named. */
import { entities } from './index.ts'
import { type Area, areas, type Entity, hasPage } from './schema/entity.ts'
import { isImportable } from './schema/transfer.ts'

export interface Page {
  readonly name: string
  readonly area: Area
  readonly url: string
  readonly icon: string
  /** Button names: the permissions below the page. */
  readonly buttons: readonly string[]
}

/** Icon and zh-CN title of each area; the message key of the title is `area.<area>`. */
export const areaTitles: Readonly<Record<Area, { readonly title: string; readonly icon: string }>> = {
  basic: { title: '基础资料', icon: 'library' },
  material: { title: '原料管理', icon: 'wheat' },
  production: { title: '生产管理', icon: 'factory' },
  sale: { title: '销售管理', icon: 'shopping-cart' },
  review: { title: '安全审查', icon: 'shield-alert' },
  stock: { title: '库存批次', icon: 'warehouse' },
  other: { title: '其他记录', icon: 'folder' },
  system: { title: '系统设置', icon: 'settings' },
}

const ofEntity = (entity: Entity): Page => ({
  name: entity.name,
  area: entity.area,
  url: `/${entity.name}`,
  icon: entity.icon ?? 'file',
  buttons: buttonsOf(entity),
})

/** Buttons of an entity's page: add, edit, delete, export, import and those of its actions. */
export function buttonsOf(entity: Entity): readonly string[] {
  const generic = [
    ...(entity.only.includes('save') ? (entity.seeded ? ['edit'] : ['add', 'edit']) : []),
    ...(entity.only.includes('remove') ? ['delete'] : []),
    ...(entity.only.includes('list') ? ['export'] : []),
    ...(isImportable(entity) ? ['import'] : []),
  ]
  const declared = Object.entries(entity.actions).map(([name, action]) => action.button ?? name)
  return [...new Set([...generic, ...declared])]
}

const handMade: readonly Page[] = [
  { name: 'reviewasc', area: 'review', url: '/reviewasc', icon: 'git-merge', buttons: ['export'] },
  { name: 'reviewdesc', area: 'review', url: '/reviewdesc', icon: 'git-pull-request-arrow', buttons: ['export'] },
]

/** Every page, grouped by area in the order of the menu. */
export const pages: readonly Page[] = areas.flatMap(area =>
  [...handMade, ...Object.values<Entity>(entities).filter(hasPage).map(ofEntity)].filter(page => page.area === area),
)

/** Pages whose rows refer to this entity: whoever may fill those may look it up. */
export function referrersOf(name: string): readonly string[] {
  const refers = (entity: Entity): boolean =>
    Object.values(entity.fields).some(field => field.to === name) || Object.values(entity.lines).some(refers)
  return Object.values<Entity>(entities)
    .filter(entity => hasPage(entity) && refers(entity))
    .map(entity => entity.name)
}
