/** Trace commands; their screen overrides them while open. */
import { calls } from '#contract/index.ts'
import type { Call, GivenOf } from '#contract/schema/call.ts'
import { stocklot } from '#contract/stock/stocklot.ts'
import { questionFields, type TraceQuestion } from '#contract/trace/trace.ts'
import { request } from '../../data/api/api.ts'
import { navigate } from '../../data/location.ts'
import { store } from '../../data/store.ts'
import { leftOut, lotsField } from '../../data/trace/traceQuestion.ts'
import { askedOf, type TraceDirection, traceAtom } from '../../data/trace/traces.ts'
import { uuid } from '../../data/uuid.ts'
import { type Command, type CommandContext, done, type Result } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { offerDownload } from '../core/downloads.ts'
import { traceActionCommands } from './traceActions.ts'
import { tracePrintCommands } from './tracePrint.ts'
import {
  type LotArguments,
  ofPage,
  optionsAsked,
  reasonAgainstAnswer,
  reasonAgainstLots,
  targetLots,
  trace,
  traceAgain,
  traceOf,
  tracePath,
} from './tracePrompts.ts'

async function leaveOut(direction: TraceDirection, args: LotArguments, context: CommandContext) {
  const without = new Set([...leftOut(traceOf(direction).asked), ...(await targetLots(args, context))])
  return traceAgain(direction, { without: [...without] }, context)
}

interface BatchArguments {
  readonly batches?: unknown
}

const targetBatches = ({ batches }: BatchArguments, { selection }: Context): readonly string[] =>
  Array.isArray(batches) ? batches.map(String) : (selection?.batches ?? [])

async function leaveBatchOut(direction: TraceDirection, args: BatchArguments, context: CommandContext) {
  const without = new Set([...leftOut(traceOf(direction).asked), ...targetBatches(args, context)])
  return traceAgain(direction, { without: [...without] }, context)
}

async function putBack(direction: TraceDirection, args: LotArguments, context: CommandContext) {
  const back = args.lotNos ? await targetLots(args, context) : leftOut(traceOf(direction).asked)
  const without = leftOut(traceOf(direction).asked).filter(lotNo => !back.includes(lotNo))
  return traceAgain(direction, { without }, context)
}

async function traceOnly(direction: TraceDirection, args: LotArguments, context: CommandContext) {
  const lotNos = await targetLots(args, context)
  return trace(direction, { [lotsField[direction]]: lotNos, ...optionsAsked(direction) }, context)
}

function scopeCommandsOf(direction: TraceDirection): readonly Command[] {
  const page = `review${direction}`
  const { permission } = direction === 'asc' ? calls.reviewAsc : calls.reviewDesc
  const shared = { ...ofPage(direction), permission, risk: 'read', single: 'replace', rank: 4 } as const
  return [
    {
      id: `${page}.leaveOut`,
      title: 'command.review.leaveOut',
      icon: 'circle-x',
      accepts: ['ids', 'lotNos'],
      disabledReason: (context, args) => reasonAgainstAnswer(direction) ?? reasonAgainstLots(context, args),
      run: (args, context) => leaveOut(direction, args, context),
      ...shared,
    },
    {
      id: `${page}.leaveBatchOut`,
      title: 'command.review.leaveBatchOut',
      icon: 'circle-x',
      accepts: ['batches'],
      disabledReason: (context, args = {}) =>
        reasonAgainstAnswer(direction) ??
        (targetBatches(args, context).length > 0 ? undefined : 'review.reason.noBatch'),
      run: (args, context) => leaveBatchOut(direction, args, context),
      ...shared,
    },
    {
      id: `${page}.putBack`,
      title: 'command.review.putBack',
      icon: 'undo',
      accepts: ['lotNos'],
      disabledReason: () =>
        reasonAgainstAnswer(direction) ??
        (leftOut(traceOf(direction).asked).length > 0 ? undefined : 'review.reason.nothingLeftOut'),
      run: (args, context) => putBack(direction, args, context),
      ...shared,
    },
    {
      id: `${page}.only`,
      title: 'command.review.only',
      icon: 'git-branch',
      accepts: ['ids', 'lotNos'],
      disabledReason: reasonAgainstLots,
      run: (args, context) => traceOnly(direction, args, context),
      ...shared,
    },
  ]
}

/** Trace scope: excluding lots, restoring them, tracing one alone. */
const traceScopeCommands: readonly Command[] = [...scopeCommandsOf('asc'), ...scopeCommandsOf('desc')]

type ExportCall = typeof calls.reviewAscExport | typeof calls.reviewDescExport

async function save(
  direction: TraceDirection,
  asked: ExportCall,
  format: 'XLSX' | 'CSV' | 'EPCIS',
  args: TraceQuestion,
  context: CommandContext,
): Promise<Result> {
  const { answer, asked: shown } = traceOf(direction)
  // Stock may have moved since: the export repeats the displayed answer.
  const isShown = Object.keys(args).length === 0 && answer !== null
  const question = isShown ? { ...askedOf(shown), asOfSeq: answer.asOfSeq, answeredAt: answer.asOf } : args
  if (context.surface !== 'script' && Object.keys(question).length === 0) {
    navigate(tracePath(`review${direction}`, {}))
    return { status: 'ok', message: 'result.askFirst' }
  }
  const options = { key: uuid(), signal: context.signal }
  const file = await request(asked, { ...question, format }, options)
  if (context.surface !== 'script') offerDownload(file.name, file.blob)
  return done({ name: file.name, size: file.blob.size, blob: file.blob })
}

function commandsOf(direction: TraceDirection, run: Call, exported: ExportCall): readonly Command[] {
  const page = `review${direction}`
  const shared = {
    ...ofPage(direction),
    single: 'replace',
    risk: 'read',
    arguments: questionFields[direction],
  } as const
  return [
    {
      id: `${page}.run`,
      title: 'command.review.run',
      via: 'record.submit',
      permission: run.permission,
      rank: 7,
      run: (args, context) => trace(direction, args, context),
      recordedArguments: () => askedOf(store.get(traceAtom(direction)).question),
      ...shared,
    },
    {
      id: `${page}.export`,
      title: 'command.review.export',
      via: 'record.export',
      permission: exported.permission,
      rank: 5,
      run: (args, context) => save(direction, exported, 'XLSX', args, context),
      ...shared,
    },
    {
      id: `${page}.exportCsv`,
      title: 'command.review.exportCsv',
      permission: exported.permission,
      rank: 4,
      run: (args, context) => save(direction, exported, 'CSV', args, context),
      ...shared,
    },
    {
      id: `${page}.exportEpcis`,
      title: 'command.review.exportEpcis',
      permission: exported.permission,
      icon: 'download',
      rank: 3,
      run: (args, context) => save(direction, exported, 'EPCIS', args, context),
      ...shared,
    },
  ]
}

function fromLots(word: string, direction: TraceDirection, by: string, { permission }: Call): Command {
  return {
    id: `stocklot.${word}`,
    title: `command.stocklot.${word}`,
    group: 'stocklot',
    entity: 'stocklot',
    icon: direction === 'asc' ? 'git-merge' : 'git-pull-request-arrow',
    permission,
    risk: 'read',
    rank: 7,
    toolbar: true,
    rows: { entity: stocklot },
    run: async (args, context) => trace(direction, { [by]: await targetLots(args, context) }, context),
  }
}

const periodEvents: Command = {
  id: 'stockledger.exportEpcis',
  title: 'command.stockledger.exportEpcis',
  group: 'stockledger',
  entity: 'stockledger',
  icon: 'download',
  permission: calls.epcisExport.permission,
  risk: 'read',
  rank: 2,
  arguments: calls.epcisExport.takes,
  async run({ dateFrom, dateTo }: Partial<GivenOf<typeof calls.epcisExport>>, context) {
    const days = { dateFrom: String(dateFrom), dateTo: String(dateTo) }
    const file = await request(calls.epcisExport, days, { key: uuid(), signal: context.signal })
    if (context.surface !== 'script') offerDownload(file.name, file.blob)
    return done({ name: file.name, size: file.blob.size, blob: file.blob })
  },
}

export const traceCommands: readonly Command[] = [
  periodEvents,
  fromLots('traceForward', 'asc', 'lotNos', calls.reviewAsc),
  fromLots('traceBackward', 'desc', 'productLotNos', calls.reviewDesc),
  ...commandsOf('asc', calls.reviewAsc, calls.reviewAscExport),
  ...commandsOf('desc', calls.reviewDesc, calls.reviewDescExport),
  ...traceScopeCommands,
  ...traceActionCommands,
  ...tracePrintCommands,
]
