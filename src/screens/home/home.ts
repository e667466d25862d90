/** What the home page shows, worked out. Pure. */
import { entities, entityNamed } from '../../contract/index.ts'
import type { Entity } from '../../contract/schema/entity.ts'

export interface Counter {
  readonly key: string
  /** Page it leads to. */
  readonly page: string
  /** Message key; `{document}` is filled by the other. */
  readonly title: string
  readonly document?: string
  readonly count: number
  readonly tone: 'neutral' | 'warning' | 'danger'
}

const lots: Readonly<Record<string, Pick<Counter, 'title' | 'tone'>>> = {
  'stocklot.PENDING': { title: 'home.pendingLots', tone: 'neutral' },
  'stocklot.HOLD': { title: 'home.holdLots', tone: 'warning' },
  'stocklot.expiring': { title: 'home.expiringLots', tone: 'warning' },
  'stocklot.expired': { title: 'home.expiredLots', tone: 'danger' },
}

/** Lots first, since they go bad; then documents that were begun and not posted. Unknown counters are left out. */
export function countersOf(counted: Readonly<Record<string, number>>): readonly Counter[] {
  const ofLots = Object.entries(lots).flatMap(([key, { title, tone }]) =>
    key in counted ? [{ key, page: 'stocklot', title, tone, count: counted[key] ?? 0 }] : [],
  )
  const ofDocuments = Object.entries(counted).flatMap(([key, count]) => {
    const [page = '', state] = key.split('.')
    return state === 'DRAFT' && count > 0 && entityNamed(page)
      ? [{ key, page, title: 'home.drafts', document: page, count, tone: 'neutral' as const }]
      : []
  })
  return [...ofLots, ...ofDocuments]
}

/** Message key of the greeting at an hour of the day. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'home.morning'
  return hour < 18 ? 'home.afternoon' : 'home.evening'
}

const documents = Object.values<Entity>(entities).filter(entity => entity.document)

/** Commands that begin the documents of a working day, in the order goods go through the plant, then the traces. */
export const starts: readonly string[] = [
  ...documents.map(entity => `${entity.name}.new`),
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
