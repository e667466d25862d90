/** Pages and buttons: source of the menu seed and permission names. */
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

/** Icon and zh-CN title per area; the message key is `area.<area>`. */
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

const ofEntity = (entity: Entity): MenuPage => ({
  name: entity.name,
  area: entity.area,
  url: `/${entity.name}`,
  icon: entity.icon ?? 'file',
  buttons: buttonsOf(entity),
})

/** Buttons of an entity's page: generic ones and its actions. */
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

const handMade: readonly MenuPage[] = [
  { name: 'reviewasc', area: 'review', url: '/reviewasc', icon: 'git-merge', buttons: ['export'] },
  { name: 'reviewdesc', area: 'review', url: '/reviewdesc', icon: 'git-pull-request-arrow', buttons: ['export'] },
]

export const pages: readonly MenuPage[] = areas.flatMap(area =>
  [...handMade, ...Object.values<Entity>(entities).filter(hasPage).map(ofEntity)].filter(page => page.area === area),
)

/** Pages that refer to this entity: their users may look it up. */
export function referrersOf(name: string): readonly string[] {
  const refers = (entity: Entity): boolean =>
    Object.values(entity.fields).some(field => field.to === name) || Object.values(entity.lines).some(refers)
  return Object.values<Entity>(entities)
    .filter(entity => hasPage(entity) && refers(entity))
    .map(entity => entity.name)
}
