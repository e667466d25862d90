/** Trace of a snapshot, answered anew as of its ledger position. */
import { calls } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import { questionFields, type TraceQuestion } from '#contract/trace/trace.ts'
import { tracesnapshot } from '#contract/trace/tracesnapshot.ts'
import { loadRecord } from '../../data/records/records.ts'
import type { RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import type { TraceDirection } from '../../data/trace/traces.ts'
import type { Command } from '../core/command.ts'
import { storedIds, targetOf } from '../core/target.ts'
import { trace } from './tracePrompts.ts'

const directionOf = (direction: unknown): TraceDirection => (direction === 'DESC' ? 'desc' : 'asc')

const mayTrace = (direction: unknown) =>
  permits(store.get(grantsAtom), (directionOf(direction) === 'asc' ? calls.reviewAsc : calls.reviewDesc).permission)

/** Criteria of a snapshot as they were, whatever the clock said then. */
function keptQuestion({ direction, query, asOfSeq }: RowValues): {
  readonly direction: TraceDirection
  readonly question: TraceQuestion
} {
  const asked = directionOf(direction)
  const kept = JSON.parse(String(query)) as Values
  const criteria = Object.keys(questionFields[asked]).flatMap(name =>
    name === 'asOf' || kept[name] === undefined ? [] : [[name, kept[name]] as const],
  )
  return { direction: asked, question: { ...Object.fromEntries(criteria), asOfSeq: Number(asOfSeq) } }
}

export const traceSnapshotCommands: readonly Command[] = [
  {
    id: 'tracesnapshot.reopen',
    title: 'command.tracesnapshot.reopen',
    group: 'tracesnapshot',
    entity: 'tracesnapshot',
    icon: 'history',
    permission: { menu: 'tracesnapshot' },
    risk: 'read',
    rank: 6,
    toolbar: true,
    rows: { entity: tracesnapshot, one: true },
    disabledReason: (context, args) =>
      targetOf('tracesnapshot', context, args).rows.every(({ direction }) => mayTrace(direction))
        ? undefined
        : 'reason.permission',
    async run(args, context) {
      const target = targetOf('tracesnapshot', context, args)
      const [id] = storedIds(target)
      if (id === undefined) return { status: 'denied', reason: 'when', message: 'reason.noSelection' }
      const { direction, question } = keptQuestion(target.rows[0] ?? (await loadRecord('tracesnapshot', id)))
      return trace(direction, question, context)
    },
  },
]
