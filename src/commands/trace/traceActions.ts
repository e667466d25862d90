/** Actions on a trace answer: freezing lots, starting recalls. */
import { refusals } from '#contract/schema/answer.ts'
import type { Given } from '#contract/schema/call.ts'
import { text } from '#contract/schema/field.ts'
import { listed } from '../../data/entityNames.ts'
import { text as say } from '../../data/language.ts'
import { loadRecord, prepareRecords, runAction } from '../../data/records/records.ts'
import type { RowOutcome, RowValues } from '../../data/records/row.ts'
import { type ProductLot, productLotCount, productLotsOf } from '../../data/trace/traceRows.ts'
import type { TraceDirection } from '../../data/trace/traces.ts'
import type { Command, CommandContext, Question, Result } from '../core/command.ts'
import { reread } from '../core/listWindows.ts'
import { resultOf } from '../core/outcomes.ts'
import { execute } from '../gate/execute.ts'
import {
  type LotArguments,
  lotNosIn,
  lotsNumbered,
  ofPage,
  reasonAgainstAnswer,
  traceAgain,
  traceOf,
} from './tracePrompts.ts'

interface Lot {
  readonly id: number
  readonly lotNo: string
  readonly values: ProductLot & { readonly productId?: number | null; readonly productId$label?: string }
}

async function lotsOf(direction: TraceDirection, args: LotArguments, context: CommandContext): Promise<readonly Lot[]> {
  if (args.lotNos) {
    const rows = await lotsNumbered(lotNosIn(args))
    return rows.map(row => ({ id: row.id, lotNo: String(row.lotNo), values: row }))
  }
  const { answer, asked } = traceOf(direction)
  if (!answer) return []
  const rows = await productLotsOf(answer, asked, context.signal)
  return rows.map(row => ({ id: Number(row.lotId), lotNo: String(row.lotNo), values: row }))
}

function reasonAgainstLots(direction: TraceDirection, args: LotArguments = {}): string | undefined {
  if (args.lotNos !== undefined) return undefined
  const { answer } = traceOf(direction)
  if (!answer) return reasonAgainstAnswer(direction)
  return productLotCount(answer) === 0 ? 'review.reason.noProductLots' : undefined
}

const noLots: Result = { status: 'denied', reason: 'when', message: 'review.reason.noProductLots' }

async function freeze(
  direction: TraceDirection,
  args: LotArguments & Given<typeof freezeArguments>,
  context: CommandContext,
): Promise<Result> {
  const lots = await lotsOf(direction, args, context)
  if (lots.length === 0) return noLots
  // All lots: the answer may be outdated, the server knows current states.
  const ids = lots.map(({ id }) => id)
  const outcomes = await runAction('stocklot', 'hold', ids, { reason: args.reason })
  await reread(
    'stocklot',
    outcomes.filter(({ ok }) => ok).map(({ id }) => id),
  )
  // Answer on screen shows lot states: refresh it.
  if (context.surface !== 'script' && traceOf(direction).answer) await traceAgain(direction, {}, context)
  return frozen(outcomes)
}

/** Lots already unusable are no failure of freezing the others. */
function frozen(outcomes: readonly RowOutcome[]): Result {
  const rest = outcomes.filter(({ ok }) => !ok)
  if (rest.length === 0 || rest.some(({ status }) => status !== refusals.wrongState.status)) return resultOf(outcomes)
  if (rest.length === outcomes.length) return { status: 'denied', reason: 'when', message: 'review.reason.allFrozen' }
  const values = { count: outcomes.length - rest.length, others: rest.length }
  return { status: 'ok', rows: outcomes, message: 'review.frozen', values }
}

function askToFreeze(direction: TraceDirection, args: LotArguments): Question {
  const { answer } = traceOf(direction)
  const count = args.lotNos ? lotNosIn(args).length : answer ? productLotCount(answer) : 0
  const title = say('review.confirm.freezeTitle', { count })
  return { question: 'review.confirm.freeze', values: { count }, title, accept: title }
}

/** Common product of all lots, as a reference; empty when they differ. */
async function productOf(lots: readonly Lot[]): Promise<RowValues> {
  const [first] = lots
  if (!first || new Set(lots.map(({ values }) => values.productName ?? values.productId)).size !== 1) return {}
  const { productId, productId$label } = await loadRecord('stocklot', first.id)
  return typeof productId === 'number' ? { productId, productId$label } : {}
}

function titleOf(direction: TraceDirection, lots: readonly Lot[]): string {
  const products = new Set(lots.flatMap(({ values }) => values.productName ?? values.productId$label ?? []))
  const roots = traceOf(direction).answer?.rootLots ?? lots.map(({ lotNo }) => lotNo)
  return [listed([...products].slice(0, 3)), roots.slice(0, 3).join(' ')].filter(Boolean).join(' ').slice(0, 100)
}

const lotReferences = (lots: readonly Lot[]): RowValues => ({
  lotIds: lots.map(({ id }) => id),
  lotIds$labels: lots.map(({ lotNo }) => lotNo),
})

/** Recall lines of the lots; the server determines the figures. */
const asLines = (lots: readonly Lot[]) =>
  lots.map(({ id, lotNo, values: { producedQty, onHandQty, soldQty, sampleQty } }) => ({
    lotId: id,
    lotId$label: lotNo,
    producedQty,
    onHandQty,
    soldQty,
    retainedQty: sampleQty,
  }))

interface Begun {
  readonly word: string
  readonly entity: string
  readonly icon: string
  /** Values beyond the server's defaults. */
  values(direction: TraceDirection, lots: readonly Lot[]): RowValues | Promise<RowValues>
}

const documents: readonly Begun[] = [
  {
    word: 'analyse',
    entity: 'unsafefoodanalyse',
    icon: 'microscope',
    values: async (direction, lots) => ({
      ...lotReferences(lots),
      ...(await productOf(lots)),
      title: titleOf(direction, lots),
    }),
  },
  {
    word: 'recallPlan',
    entity: 'unsafefoodcallbackplan',
    icon: 'clipboard-list',
    values: async (_direction, lots) => ({ ...lotReferences(lots), ...(await productOf(lots)) }),
  },
  {
    word: 'recall',
    entity: 'callback',
    icon: 'undo',
    values: (direction, lots) => ({ title: titleOf(direction, lots), lots: asLines(lots) }),
  },
  {
    word: 'drill',
    entity: 'callback',
    icon: 'alarm-clock',
    values: (direction, lots) => ({
      callbackType: 'DRILL',
      triggerSource: 'DRILL',
      title: titleOf(direction, lots),
      lots: asLines(lots),
    }),
  },
]

async function begin(
  direction: TraceDirection,
  { entity, values }: Begun,
  args: LotArguments,
  context: CommandContext,
) {
  const lots = await lotsOf(direction, args, context)
  if (lots.length === 0) return noLots
  const [proposed = {}] = await prepareRecords(entity)
  const { surface, signal, confirm } = context
  const begun = { ...proposed, ...(await values(direction, lots)) }
  return execute(`${entity}.new`, { values: begun }, { surface, signal, confirm })
}

const freezeArguments = { reason: text('原因', { required: true, max: 200 }) }

function commandsOf(direction: TraceDirection): readonly Command[] {
  const page = `review${direction}`
  const shared = {
    ...ofPage(direction),
    rank: 4,
    accepts: ['lotNos'],
    disabledReason: (_context, args) => reasonAgainstLots(direction, args),
  } satisfies Partial<Command>
  return [
    {
      ...shared,
      id: `${page}.freeze`,
      title: 'command.review.freeze',
      icon: 'shield-alert',
      permission: { menu: 'stocklot', button: 'hold' },
      risk: 'destructive',
      isReversible: true,
      confirm: true,
      asks: args => askToFreeze(direction, args),
      single: 'drop',
      arguments: freezeArguments,
      run: (args: LotArguments & Given<typeof freezeArguments>, context) => freeze(direction, args, context),
    },
    ...documents.map(
      (document): Command => ({
        ...shared,
        id: `${page}.${document.word}`,
        title: `command.review.${document.word}`,
        icon: document.icon,
        permission: { menu: document.entity, button: 'add' },
        risk: 'read',
        run: (args, context) => begin(direction, document, args, context),
      }),
    ),
  ]
}

export const traceActionCommands: readonly Command[] = [...commandsOf('asc'), ...commandsOf('desc')]
