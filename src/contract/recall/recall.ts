/** Recall calls: screen state, and the blind drill. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { integer, ref } from '../schema/field.ts'

/** Active recall states: contacts are logged, goods return. */
export const runningStates: readonly string[] = ['STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING']

const expectedContact = {
  dealerId: answer.whole,
  dealerName: answer.string,
  lotId: answer.whole,
  lotNo: answer.string,
  unitName: answer.string,
  /** Quantity sold minus returns of this recall. */
  netQty: answer.string,
  lastShippedAt: answer.orNull(answer.string),
  contactName: answer.orNull(answer.string),
  phone: answer.orNull(answer.string),
}
const expectedContactShape = answer.object(expectedContact)
/** Lot at a dealer before a recall, in call order (domain.md §3.6). */
export type ExpectedContact = answer.TypeOf<typeof expectedContactShape>

const recallContactShape = answer.object({
  ...expectedContact,
  id: answer.whole,
  /** Current phone of the dealer, where changed. */
  phoneNow: answer.orNull(answer.string),
  phoneDead: answer.boolean,
  email: answer.orNull(answer.string),
  status: answer.string,
  reply: answer.orNull(answer.string),
  stockQty: answer.orNull(answer.string),
  onwardQty: answer.orNull(answer.string),
  /** Latest contact with this dealer. */
  outcome: answer.orNull(answer.string),
  outcomeAt: answer.orNull(answer.string),
})
/** Lot at a dealer of a started recall. */
export type RecallContact = answer.TypeOf<typeof recallContactShape>

const openAmountShape = answer.object({
  lotId: answer.whole,
  lotNo: answer.string,
  quantity: answer.string,
  unitName: answer.string,
})
/** Quantity of a lot unaccounted for, or awaiting disposal. */
export type OpenAmount = answer.TypeOf<typeof openAmountShape>

const recallStateShape = answer.object({
  serverTime: answer.string,
  contacts: answer.listOf(recallContactShape),
  /** Call list a draft would get if started now. */
  expected: answer.listOf(expectedContactShape),
  dealers: answer.object({ all: answer.whole, notified: answer.whole, acknowledged: answer.whole }),
  mail: answer.object({ isConfigured: answer.boolean, outcomes: answer.byName(answer.whole) }),
  /** Lots unaccounted for, in line order. */
  unaccounted: answer.listOf(openAmountShape),
  undisposed: answer.listOf(openAmountShape),
  /** Drill row; null for a real recall. */
  drill: answer.orNull(answer.values),
})
/** Screen state of a recall. Quantities are decimal text, instants UTC. */
export type RecallState = answer.TypeOf<typeof recallStateShape>

export const recallState = defineCall({
  method: 'GET',
  path: 'Sale/CallBackState',
  permission: { menu: 'callback' },
  purpose: 'Whom a recall calls and in which order, what is open of it, and what became of its messages.',
  takes: { id: ref('召回单', 'callback', { required: true }) },
  returns: recallStateShape,
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
  returns: answer.row,
})
