/** Lookup of the lots and batches named in a trace query (`lotName.ts`). */
import { readSscc } from '#contract/gs1/sscc.ts'
import { AppError } from '#contract/schema/answer.ts'
import { exactLot, readBatch, readExactLot } from '#contract/trace/lotName.ts'
import type { Context } from '../../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../../db/query/rowsOf.ts'

/** Upper bound on root or excluded lots of one query. */
export const maxRoots = 5000

interface Found {
  readonly lots: number[]
  /** Names that match no lot. */
  readonly others: readonly string[]
}

/** @throws AppError tooManyToTrace */
async function lotsAmong(context: Context, names: readonly string[]): Promise<Found> {
  if (names.length === 0) return { lots: [], others: [] }
  if (names.length > maxRoots) throw new AppError('tooManyToTrace', { most: maxRoots })
  const all = rowsOf(context, 'stocklot').select(['id', 'lotNo'])
  const numbered = await all.where('lotNo', '=', anyOf(names)).execute()
  const known = new Set(numbered.map(({ lotNo }) => lotNo))
  const rest = names.filter(name => !known.has(name))
  const ids = rest.flatMap(name => readExactLot(name)?.id ?? [])
  const wanted = new Set(rest)
  const found = ids.length === 0 ? [] : await all.where('id', '=', anyOf(ids)).execute()
  const exact = found.filter(({ lotNo, id }) => wanted.has(exactLot(lotNo, id)))
  const matched = new Set(exact.map(({ lotNo, id }) => exactLot(lotNo, id)))
  return { lots: [...numbered, ...exact].map(({ id }) => id), others: rest.filter(name => !matched.has(name)) }
}

/**
 * Lots by number, exact lot name, or the SSCC of their pallet; unknown names are reported.
 * @throws AppError lotUnknown, tooManyToTrace
 */
export async function lotsNumbered(context: Context, names: readonly string[]): Promise<number[]> {
  const { lots, others } = await lotsAmong(context, names)
  if (others.length === 0) return lots
  const codes = others.map(name => [name, readSscc(name)] as const)
  const loaded = await lotsOnPallets(
    context,
    codes.flatMap(([, sscc]) => sscc ?? []),
  )
  const unknown = codes.find(([, sscc]) => sscc === null || !loaded.has(sscc))
  if (unknown) throw new AppError('lotUnknown', { lotNo: unknown[0] })
  return [...new Set([...lots, ...[...loaded.values()].flat()])]
}

/** Lots on pallets, by SSCC; shipped and unpacked ones too. */
export async function lotsOnPallets(
  context: Context,
  ssccs: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  if (ssccs.length === 0) return new Map()
  const rows = await rowsOf(context, 'pallet')
    .innerJoin('palletline', 'palletline.parentId', 'pallet.id')
    .select(['sscc', 'lotId'])
    .where('sscc', '=', anyOf(ssccs))
    .execute()
  const lots = new Map<string, number[]>()
  for (const { sscc, lotId } of rows) lots.set(sscc ?? '', [...(lots.get(sscc ?? '') ?? []), lotId])
  return lots
}

export const batchKey = (planId: number, batchSeq: number): string => `${planId}:${batchSeq}`

export interface ExcludedLots {
  readonly lots: readonly number[]
  readonly batches: ReadonlySet<string>
}

/**
 * Excluded lots and batches.
 * @throws AppError lotUnknown, tooManyToTrace
 */
export async function leftOutOf(context: Context, names: readonly string[]): Promise<ExcludedLots> {
  const { lots, others } = await lotsAmong(context, names)
  if (others.length === 0) return { lots, batches: new Set() }
  const read = others.map(name => ({ name, batch: readBatch(name) }))
  const planNos = read.flatMap(({ batch }) => batch?.planNo ?? [])
  const named = rowsOf(context, 'produceplan').select(['id', 'docNo']).where('docNo', '=', anyOf(planNos))
  const plans = new Map((await named.execute()).map(({ docNo, id }) => [docNo, id]))
  const keys = read.map(({ name, batch }) => {
    const plan = batch ? plans.get(batch.planNo) : undefined
    if (!batch || plan === undefined) throw new AppError('lotUnknown', { lotNo: name })
    return batchKey(plan, batch.batchSeq)
  })
  return { lots, batches: new Set(keys) }
}
