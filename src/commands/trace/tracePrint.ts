/** Printing of a trace answer, fully loaded. */
import { calls } from '#contract/index.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import { questionFields, type TraceQuestion } from '#contract/trace/trace.ts'
import type { SectionRows } from '#contract/trace/traceAnswer.ts'
import { reportError } from '../../data/errors.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { type Printout, printoutAtom } from '../../data/trace/printouts.ts'
import { loadedSection, readSection, sectionWindow } from '../../data/trace/traceRows.ts'
import type { TraceDirection } from '../../data/trace/traces.ts'
import { type Command, type CommandContext, done, type Result } from '../core/command.ts'
import { ofPage, reasonAgainstAnswer, trace, traceOf } from './tracePrompts.ts'

export const maxPrinted = 5000
const maxLoaded = 200

/** Printed sections: forward contacts first, backward evidence in inspection order. */
const printed: Readonly<Record<TraceDirection, readonly SectionName[]>> = {
  asc: ['reviewdealer', 'reviewproductlot', 'reviewcase', 'reviewbalance'],
  desc: [
    'reviewproduct',
    'reviewinspection',
    'reviewprocess',
    'reviewpeople',
    'reviewmaterial',
    'reviewenvironment',
    'reviewproductlot',
    'reviewsibling',
    'reviewdealer',
    'reviewcase',
    'reviewbalance',
  ],
}

const namesOf = (direction: TraceDirection) => printed[direction].filter(name => sectionsOf[direction].includes(name))

/** Answer on screen as far as loaded; null without one. */
export function loadedPrintout(direction: TraceDirection): Printout | null {
  const { answer, asked } = traceOf(direction)
  if (!answer) return null
  const sections = namesOf(direction).map(name => [name, loadedSection(answer, asked, name, maxPrinted)] as const)
  return { answer, asked, sections: new Map(sections) }
}

/** First rows of each section: the browser's printing cannot wait. */
export async function loadPrintout(direction: TraceDirection, signal: AbortSignal): Promise<void> {
  const { answer, asked } = traceOf(direction)
  if (!answer) return
  try {
    for (const name of namesOf(direction)) {
      const total = answer.sections[name]?.total ?? 0
      if (total > 0) await sectionWindow(answer, asked, name).read(0, Math.min(total, maxLoaded) - 1, signal)
    }
  } catch (error) {
    if (!signal.aborted) reportError(error, `review${direction}`)
  }
}

async function print(direction: TraceDirection, args: TraceQuestion, context: CommandContext): Promise<Result> {
  if (Object.keys(args).length > 0) {
    const traced = await trace(direction, args, context)
    if (traced.status !== 'ok') return traced
  }
  const { answer, asked } = traceOf(direction)
  if (!answer) return { status: 'denied', reason: 'when', message: 'review.reason.nothingTraced' }
  const sections = new Map<SectionName, SectionRows>()
  for (const name of namesOf(direction))
    sections.set(name, await readSection(answer, asked, name, maxPrinted, context.signal))
  if (context.surface !== 'script') {
    // Layout is the screen's, in its last state.
    const page = `/review${direction}`
    const left = store.get(tabsAtom).find(({ url }) => pathOfAddress(url) === page)
    if (pathOfAddress(store.get(locationAtom)) !== page) navigate(left?.url ?? page)
    store.set(printoutAtom, { answer, asked, sections })
  }
  return done(
    Object.fromEntries([...sections].map(([name, { rows, total }]) => [name, { printed: rows.length, total }])),
  )
}

const commandOf = (direction: TraceDirection): Command => ({
  ...ofPage(direction),
  id: `review${direction}.print`,
  title: 'command.review.print',
  icon: 'printer',
  permission: (direction === 'asc' ? calls.reviewAsc : calls.reviewDesc).permission,
  arguments: questionFields[direction],
  risk: 'read',
  rank: 4,
  single: 'replace',
  disabledReason: (_context, args) => (Object.keys(args ?? {}).length > 0 ? undefined : reasonAgainstAnswer(direction)),
  run: (args, context) => print(direction, args, context),
})

export const tracePrintCommands: readonly Command[] = [commandOf('asc'), commandOf('desc')]
