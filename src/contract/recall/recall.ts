/** Recall calls: screen state, and the blind drill. */
import { defineCall } from '../schema/call.ts'
import { integer, ref } from '../schema/field.ts'

/** Active recall states: contacts are logged, goods return. */
export const runningStates: readonly string[] = ['STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING']

/** Lot at a dealer before a recall, in call order (domain.md §3.6). */
export interface ExpectedContact {
  readonly dealerId: number
  readonly dealerName: string
  readonly lotId: number
  readonly lotNo: string
  readonly unitName: string
  /** Quantity sold minus returns of this recall. */
  readonly netQty: string
  readonly lastShippedAt: string | null
  readonly contactName: string | null
  readonly phone: string | null
}

/** Lot at a dealer of a started recall. */
export interface RecallContact extends ExpectedContact {
  readonly id: number
  /** Current phone of the dealer, where changed. */
  readonly phoneNow: string | null
  readonly phoneDead: boolean
  readonly email: string | null
  readonly status: string
  readonly reply: string | null
  readonly stockQty: string | null
  readonly onwardQty: string | null
  /** Latest contact with this dealer. */
  readonly outcome: string | null
  readonly outcomeAt: string | null
}

/** Quantity of a lot unaccounted for, or awaiting disposal. */
export interface OpenAmount {
  readonly lotId: number
  readonly lotNo: string
  readonly quantity: string
  readonly unitName: string
}

/** Screen state of a recall. Quantities are decimal text, instants UTC. */
export interface RecallState {
  readonly serverTime: string
  readonly contacts: readonly RecallContact[]
  /** Call list a draft would get if started now. */
  readonly expected: readonly ExpectedContact[]
  readonly dealers: { readonly all: number; readonly notified: number; readonly acknowledged: number }
  readonly mail: { readonly isConfigured: boolean; readonly outcomes: Readonly<Record<string, number>> }
  /** Lots unaccounted for, in line order. */
  readonly unaccounted: readonly OpenAmount[]
  readonly undisposed: readonly OpenAmount[]
  /** Drill row; null for a real recall. */
  readonly drill: Readonly<Record<string, unknown>> | null
}

export const recallState = defineCall({
  method: 'GET',
  path: 'Sale/CallBackState',
  permission: { menu: 'callback' },
  purpose: 'Whom a recall calls and in which order, what is open of it, and what became of its messages.',
  takes: { id: ref('召回单', 'callback', { required: true }) },
})

export const seededDrill = defineCall({
  method: 'POST',
  path: 'Sale/CallBackSeededDrill',
  permission: { menu: 'callback', button: 'add' },
  purpose: 'Begins a drill on a material lot that the system picks; what the team finds is scored when it is closed.',
  takes: {
    seed: integer('随机种子', { positive: true }),
    responsibleId: ref('负责人', 'employee'),
  },
  writes: true,
})
