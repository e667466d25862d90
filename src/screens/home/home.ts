/** What the home page shows, worked out. Pure. */
import type { entities } from '../../contract/index.ts'
import type { HomeCounter } from '../../contract/system/home.ts'

/** Message key of a counter, and what fills it. */
export function counterTitle({ key, entity }: HomeCounter): { readonly key: string; readonly document?: string } {
  return key === 'drafts' ? { key: 'home.drafts', document: entity } : { key: `home.${key}` }
}

/** Message key of the greeting at an hour of the day. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'home.morning'
  return hour < 18 ? 'home.afternoon' : 'home.evening'
}

/** The documents that a working day is made of; the rest is begun where it is needed. */
const daily = [
  'materialstorein',
  'produceplan',
  'getmaterialrecord',
  'productstorein',
  'productsaleout',
  'qualityinspection',
  'stockcount',
  'complaint',
] as const satisfies readonly (keyof typeof entities)[]

/** Commands that begin the documents of a working day, in the order goods go through the plant, then the traces. */
export const starts: readonly string[] = [
  ...daily.map(name => `${name}.new`),
  'navigate.reviewasc',
  'navigate.reviewdesc',
]

/** Commands whose keys are worth knowing on the first day. */
export const keyHints: readonly string[] = [
  'palette.open',
  'keys.sheet',
  'navigate.stocklot',
  'navigate.produceplan',
  'region.next',
  'tab.close',
  'sidebar.toggle',
  'theme.toggle',
]
