/** The two traces as commands: run and export. Their screen takes over while it is open. */
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/schema/call.ts'
import type { Values } from '../contract/schema/field.ts'
import { stocklot } from '../contract/stock/stocklot.ts'
import { CallError, call } from '../data/api.ts'
import { loadRecord } from '../data/records.ts'
import { type ReviewDirection, runReview } from '../data/reviews.ts'
import { navigate } from '../data/tabs.ts'
import { uuid } from '../data/uuid.ts'
import { type Command, type CommandContext, done, type Result } from './command.ts'
import { offerDownload } from './downloads.ts'
import { targetOf } from './target.ts'

/** The page with its questions filled in. */
function pathOf(page: string, args: Values): string {
  const given = Object.entries(args).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, [value].flat().join(' ')])).toString()
  return `/${page}${query && `?${query}`}`
}

async function trace(page: string, direction: ReviewDirection, args: Values, context: CommandContext): Promise<Result> {
  if (context.surface !== 'script') navigate(pathOf(page, args))
  // Without a question there is nothing to trace: the page opens and asks.
  if (context.surface !== 'script' && Object.keys(args).length === 0) return done()
  try {
    return done(await runReview(direction, args, context.signal))
  } catch (error) {
    // The screen it was asked on shows what the server said.
    if (context.surface === 'script' || !(error instanceof CallError) || error.http === 401) throw error
    return { status: 'failed', code: error.status, message: error.message, data: error.data, isShown: true }
  }
}

async function save(page: string, asked: Call, args: Values, context: CommandContext): Promise<Result> {
  if (context.surface !== 'script' && Object.keys(args).length === 0) {
    navigate(pathOf(page, args))
    return { status: 'ok', message: 'result.askFirst' }
  }
  const options = { key: uuid(), file: true, signal: context.signal } as const
  const file = await call<{ name: string; blob: Blob }>(asked.path, args, options)
  if (context.surface !== 'script') offerDownload(file.name, file.blob)
  return done({ name: file.name, size: file.blob.size, blob: file.blob })
}

function commandsOf(direction: ReviewDirection, run: Call, exported: Call): readonly Command[] {
  const page = `review${direction}`
  const shared = {
    single: 'replace',
    group: 'area.review',
    values: { page },
    page,
    risk: 'read',
    arguments: run.takes ?? {},
  } as const
  return [
    {
      id: `${page}.run`,
      title: 'command.review.run',
      via: 'record.submit',
      entity: page,
      permission: run.permission,
      rank: 7,
      run: (args, context) => trace(page, direction, args, context),
      ...shared,
    },
    {
      id: `${page}.export`,
      title: 'command.review.export',
      via: 'record.export',
      entity: page,
      permission: exported.permission,
      rank: 5,
      run: (args, context) => save(page, exported, args, context),
      ...shared,
    },
  ]
}

/** The question of a trace that begins at these lots. */
async function lotsOf(args: Values, context: CommandContext): Promise<readonly string[]> {
  const { ids, rows } = targetOf('stocklot', context, args)
  const known = new Map(rows.map(row => [row.id, row]))
  const lots = await Promise.all(
    ids.map(id => known.get(id) ?? (typeof id === 'number' ? loadRecord('stocklot', id) : null)),
  )
  return lots.flatMap(lot => (lot?.lotNo ? [String(lot.lotNo)] : []))
}

/** A trace from the lots that are chosen. */
function fromLots(word: string, direction: ReviewDirection, by: string, { permission }: Call): Command {
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
    run: async (args, context) =>
      trace(`review${direction}`, direction, { [by]: await lotsOf(args, context) }, context),
  }
}

export const reviewCommands: readonly Command[] = [
  fromLots('traceForward', 'asc', 'lotNos', calls.reviewAsc),
  fromLots('traceBackward', 'desc', 'productLotNos', calls.reviewDesc),
  ...commandsOf('asc', calls.reviewAsc, calls.reviewAscExport),
  ...commandsOf('desc', calls.reviewDesc, calls.reviewDescExport),
]
