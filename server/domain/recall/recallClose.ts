/** Closing of a recall: quantities accounted for, goods destroyed (domain.md §2.3). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { unitText } from '#contract/messages/shippedNames.ts'
import type { callbacklot } from '#contract/recall/callbacklot.ts'
import type { OpenAmount } from '#contract/recall/recall.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Recall } from './recallStart.ts'

/** Disposal methods that leave nothing behind. */
const destroying: readonly unknown[] = ['DESTROY', 'HARMLESS', 'FEED']

type LotDraft = DraftOf<typeof callbacklot>

/** Nonzero quantities of the lines, with display names. */
async function amountsOf(
  context: Context,
  lines: readonly LotDraft[],
  field: 'balanceQty' | 'onHandQty',
): Promise<readonly OpenAmount[]> {
  const open = lines.flatMap(({ lotId, [field]: quantity }) =>
    lotId && !decimal(quantity).eq(0) ? [{ lotId, quantity: decimal(quantity).toFixed(4) }] : [],
  )
  const { rows } = await sql<{ id: number; lotNo: string; unitName: string }>`
    select l.id, l."lotNo", coalesce(u.name, '') as "unitName" from stocklot l left join unit u on u.id = l."unitId"
    where l.id = any(${open.map(line => line.lotId)}::bigint[])`.execute(context.tx)
  const named = new Map(rows.map(row => [row.id, row]))
  return open.map(line => ({
    ...line,
    lotNo: named.get(line.lotId)?.lotNo ?? '',
    unitName: named.get(line.lotId)?.unitName ?? '',
  }))
}

export const unaccountedOf = (context: Context, lines: readonly LotDraft[]) =>
  amountsOf(
    context,
    lines.filter(line => isEmpty(line.balanceReason)),
    'balanceQty',
  )

export async function undisposedOf(
  context: Context,
  recall: Pick<Recall, 'callbackType' | 'disposalMethod'>,
  lines: readonly LotDraft[],
): Promise<readonly OpenAmount[]> {
  if (recall.callbackType === 'DRILL' || !destroying.includes(recall.disposalMethod)) return []
  return amountsOf(context, lines, 'onHandQty')
}

const lotsText = ({ locale }: Context, amounts: readonly OpenAmount[]) =>
  amounts
    .map(({ lotNo, quantity, unitName }) => {
      const unit = unitText(unitName, key => format(locale, key), quantity)
      return `${lotNo} ${decimal(quantity)} ${unit}`.trim()
    })
    .join(', ')

/**
 * Checks a recall before closing; drills need only a summary.
 * @throws AppError invalid for missing entries, recallUnaccounted, recallUndisposed
 */
export async function guardClose(context: Context, recall: Recall, lines: readonly LotDraft[]): Promise<void> {
  const isDrill = recall.callbackType === 'DRILL'
  const needed: readonly (keyof Recall)[] = [
    'summary',
    ...(isDrill ? [] : (['disposalMethod'] as const)),
    ...(!isDrill && destroying.includes(recall.disposalMethod) ? (['disposalWitness'] as const) : []),
  ]
  const missing = needed.filter(name => isEmpty(recall[name]))
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map(name => [name, 'required'])))
  if (isDrill) return
  const unaccounted = await unaccountedOf(context, lines)
  if (unaccounted.length > 0)
    throw new AppError('recallUnaccounted', { lots: lotsText(context, unaccounted), open: unaccounted })
  const undisposed = await undisposedOf(context, recall, lines)
  if (undisposed.length > 0)
    throw new AppError('recallUndisposed', { lots: lotsText(context, undisposed), open: undisposed })
}
