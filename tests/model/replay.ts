/** Replays the server's operations in the model, in database order. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { apply } from './effects.ts'
import { expectedVerdict } from './expectedVerdict.ts'
import type { PlantFixture } from './fixture.ts'
import { chargedTo, hasOrphans } from './genealogy.ts'
import { currentCharge, workInProgress } from './moves.ts'
import type { Operation } from './operation.ts'
import { isLossOdd } from './planVerdict.ts'
import type { Entry } from './randomWalk.ts'
import { type Document, documentNamed, emptyState, type Lot, lotOf, type Plan, planOf, type State } from './state.ts'

export type LotThen = Pick<Lot, 'status' | 'held' | 'routineSamples'> & { readonly inspections: number }
export type PlanThen = Pick<Plan, 'status' | 'lines' | 'produced'> & {
  readonly charged: bigint
  readonly outputs: number
  readonly isLossOdd: boolean
  readonly isAtWork: boolean
}
export type DocumentThen = Pick<Document, 'status' | 'approved' | 'used'> & { readonly charge: bigint }

/** State after an operation with these moments. */
export interface Point<T> {
  readonly sent: number
  readonly answered: number
  readonly then: T
}

export interface Timelines {
  readonly lots: Map<number, Point<LotThen>[]>
  readonly plans: Map<number, Point<PlanThen>[]>
  readonly documents: Map<string, Point<DocumentThen>[]>
}

export interface Replayed {
  readonly state: State
  readonly timelines: Timelines
  /** Where the server and the model differ, in words. */
  readonly differences: readonly string[]
}

interface LedgerPosition {
  readonly order: number
  readonly correction: string | null
  readonly firstRow: number | null
  readonly lastRow: number | null
}

/**
 * Database order of every call, by idempotency key. Audit numbers are drawn while all locks are held: of conflicting
 * operations the first has the lower one.
 */
async function placesOf(at: PlantServer): Promise<ReadonlyMap<string, LedgerPosition>> {
  const rows = await at.rows(sql<Values>`
    with audited as (
      select xmin::text as tx, max(id) as "order", max("entityId") filter (
        where entity = 'usematerialrecord' and action = 'CREATE') as correction
      from auditlog group by 1
    ), posted as (
      select xmin::text as tx, min(id) as "firstRow", max(id) as "lastRow" from stockledger group by 1
    )
    select i.key, a."order", a.correction, p."firstRow", p."lastRow" from idempotency i
    left join audited a on a.tx = i.xmin::text left join posted p on p.tx = i.xmin::text`)
  return new Map(rows.map(row => [String(row.key), row as unknown as LedgerPosition]))
}

function noteOf(state: State, timelines: Timelines, { sent, answered }: Entry, key: string): void {
  const [kind, id] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  const put = <K, T>(map: Map<K, Point<T>[]>, of: K, then: T) => {
    const line = map.get(of) ?? []
    line.push({ sent, answered, then })
    map.set(of, line)
  }
  if (kind === 'lot') {
    const { status, held, routineSamples, inspections } = lotOf(state, Number(id))
    put(timelines.lots, Number(id), { status, held: new Map(held), routineSamples, inspections: inspections.size })
  } else if (kind === 'plan') {
    const plan = planOf(state, Number(id))
    put(timelines.plans, plan.id, {
      ...{ status: plan.status, lines: plan.lines.map(line => ({ ...line })), produced: plan.produced },
      ...{ charged: chargedTo(plan), outputs: plan.outputs.size, isLossOdd: isLossOdd(plan) },
      isAtWork: workInProgress(state, plan.id).length > 0,
    })
  } else {
    const { status, approved, used, posting } = documentNamed(state, id)
    const charge = posting.kind === 'use' ? currentCharge(state, posting.plan, id) : 0n
    put(timelines.documents, id, { status, approved, used, charge })
  }
}

/** Ledger order must be the same, lot by lot. */
function ledgerOrder(last: Map<string, number>, state: State, place: LedgerPosition): boolean {
  const { firstRow, lastRow } = place
  if (firstRow === null || lastRow === null) return true
  const lots = [...state.touched].filter(key => key.startsWith('lot:'))
  const isLater = lots.every(key => (last.get(key) ?? 0) < firstRow)
  for (const key of lots) last.set(key, lastRow)
  return isLater
}

const describeOperation = (operation: Operation) =>
  JSON.stringify(operation, (_, value) => (typeof value === 'bigint' ? `${value}/10⁴` : value))

/** Replays done operations; the model must allow each. */
export async function replay(at: PlantServer, fixture: PlantFixture, entries: readonly Entry[]): Promise<Replayed> {
  const places = await placesOf(at)
  const done = entries.filter(entry => entry.done !== null)
  const differences: string[] = []
  if (places.size !== done.length) differences.push(`${done.length} were answered as done, ${places.size} were done`)
  const ordered = done.flatMap(entry => {
    const place = places.get(entry.key)
    if (place?.order == null)
      differences.push(`answered as done, but not there: ${entry.key} ${describeOperation(entry.about)}`)
    return place?.order == null ? [] : [{ entry, place }]
  })
  ordered.sort((one, other) => one.place.order - other.place.order)
  const state = emptyState(fixture.quarantine)
  const timelines: Timelines = { lots: new Map(), plans: new Map(), documents: new Map() }
  const last = new Map<string, number>()
  for (const { entry, place } of ordered) {
    const operation = exactly(entry.done as Operation, place)
    const verdict = expectedVerdict(state, operation)
    if (verdict !== null) differences.push(`done, though ${verdict}: ${entry.key} ${describeOperation(operation)}`)
    apply(state, operation)
    if (!ledgerOrder(last, state, place)) differences.push(`out of the order of the ledger: ${entry.key}`)
    for (const key of state.touched) noteOf(state, timelines, entry, key)
    if ('plan' in operation && hasOrphans(planOf(state, operation.plan)))
      differences.push(`a lot made of nothing (I6): ${entry.key} ${describeOperation(operation)}`)
  }
  return { state, timelines, differences }
}

/** A correction does not answer which record it became: the transaction tells. */
const exactly = (operation: Operation, place: LedgerPosition): Operation =>
  operation.kind === 'correct' ? { ...operation, document: `usematerialrecord:${place.correction}` } : operation
