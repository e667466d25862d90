/** Calls of a recall beyond its record: what its screen shows, and the drill whose answer the system knows. */
import { defineCall } from '../schema/call.ts'
import { integer, ref } from '../schema/field.ts'

/** A recall in these states has begun and is not over: calls are logged, goods come back. */
export const runningStates: readonly string[] = ['STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING']

/** One lot at one dealer, in the order people are called (domain.md §3.6), as it is before a recall starts. */
export interface ExpectedContact {
  readonly dealerId: number
  readonly dealerName: string
  readonly lotId: number
  readonly lotNo: string
  readonly unitName: string
  /** Sold, less what came back for this recall. */
  readonly netQty: string
  readonly lastShippedAt: string | null
  readonly contactName: string | null
  readonly phone: string | null
}

/** The same in the call list of a recall that has started. */
export interface RecallContact extends ExpectedContact {
  readonly id: number
  /** The number the dealer has today, where it is another. */
  readonly phoneNow: string | null
  readonly phoneDead: boolean
  readonly email: string | null
  readonly status: string
  readonly reply: string | null
  readonly stockQty: string | null
  readonly onwardQty: string | null
  /** The last call or message to this dealer. */
  readonly outcome: string | null
  readonly outcomeAt: string | null
}

/** What is unaccounted of a lot, or still to be disposed of. */
export interface OpenAmount {
  readonly lotId: number
  readonly lotNo: string
  readonly quantity: string
  readonly unitName: string
}

/** What the screen of a recall shows beside its record. Quantities are decimal text, instants UTC. */
export interface RecallState {
  readonly serverTime: string
  readonly contacts: readonly RecallContact[]
  /** Whom a draft would call if it started now. */
  readonly expected: readonly ExpectedContact[]
  readonly dealers: { readonly all: number; readonly notified: number; readonly acknowledged: number }
  /** Messages by outcome. */
  readonly mail: { readonly isConfigured: boolean; readonly outcomes: Readonly<Record<string, number>> }
  /** Lots whose whereabouts are not explained, in the order of the lines. */
  readonly unaccounted: readonly OpenAmount[]
  /** Recalled goods that still lie here and are to be destroyed. */
  readonly undisposed: readonly OpenAmount[]
  /** The drill's own row as its list shows it; null for a real recall. */
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
