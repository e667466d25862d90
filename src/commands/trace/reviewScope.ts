/** Scope changes of a trace: excluding lots, restoring them, or tracing one alone. */
import { calls } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import { leftOut, lotsField } from '../../data/trace/reviewQuestion.ts'
import type { ReviewDirection } from '../../data/trace/reviews.ts'
import type { Command, CommandContext } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import {
  lotsMeant,
  ofPage,
  optionsAsked,
  reasonAgainstAnswer,
  reasonAgainstLots,
  reviewOf,
  trace,
  traceAgain,
} from './reviewAsking.ts'

async function leaveOut(direction: ReviewDirection, args: Values, context: CommandContext) {
  const without = new Set([...leftOut(reviewOf(direction).asked), ...(await lotsMeant(args, context))])
  return traceAgain(direction, { without: [...without] }, context)
}

const batchesMeant = ({ batches }: Values, { selection }: Context): readonly string[] =>
  Array.isArray(batches) ? batches.map(String) : (selection?.batches ?? [])

async function leaveBatchOut(direction: ReviewDirection, args: Values, context: CommandContext) {
  const without = new Set([...leftOut(reviewOf(direction).asked), ...batchesMeant(args, context)])
  return traceAgain(direction, { without: [...without] }, context)
}

/** Restores everything without arguments. */
async function putBack(direction: ReviewDirection, args: Values, context: CommandContext) {
  const back = args.lotNos ? await lotsMeant(args, context) : leftOut(reviewOf(direction).asked)
  const without = leftOut(reviewOf(direction).asked).filter(lotNo => !back.includes(lotNo))
  return traceAgain(direction, { without }, context)
}

async function traceOnly(direction: ReviewDirection, args: Values, context: CommandContext) {
  const lotNos = await lotsMeant(args, context)
  return trace(direction, { [lotsField[direction]]: lotNos, ...optionsAsked(direction) }, context)
}

function commandsOf(direction: ReviewDirection): readonly Command[] {
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
        (batchesMeant(args, context).length > 0 ? undefined : 'review.reason.noBatch'),
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
        (leftOut(reviewOf(direction).asked).length > 0 ? undefined : 'review.reason.nothingLeftOut'),
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

export const reviewScopeCommands: readonly Command[] = [...commandsOf('asc'), ...commandsOf('desc')]
