/** Home page derivations. Pure. */
import type { entities } from '#contract/index.ts'
import type { SetupStep } from '#contract/system/firstSteps.ts'
import type { HomeCounter } from '#contract/system/home.ts'

export function counterTitle({ key, entity }: HomeCounter): { readonly key: string; readonly document?: string } {
  return key === 'drafts' ? { key: 'home.drafts', document: entity } : { key: `home.${key}` }
}

export const counterId = ({ entity, key }: HomeCounter): string => `${entity}.${key}`

export function greetingAt(hour: number): string {
  if (hour < 12) return 'home.morning'
  return hour < 18 ? 'home.afternoon' : 'home.evening'
}

/** Documents of daily work; others are created in context. */
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

/** Records without which no document can be begun. */
const masterData: readonly string[] = ['unit', 'warehouse', 'supply', 'material']

export const canBegin = (setup: readonly SetupStep[]): boolean =>
  setup.every(({ entity, isDone }) => isDone || !masterData.includes(entity))

/** Creation commands in material flow order, followed by the traces. */
export const starts: readonly string[] = [
  ...daily.map(name => `${name}.new`),
  'navigate.reviewasc',
  'navigate.reviewdesc',
]
