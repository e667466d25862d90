/** Stock count, posted by its approver; rejected when books moved since. */
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { stockcount } from '#contract/stock/stockcount.ts'
import type { stockcountline } from '#contract/stock/stockcountline.ts'
import type { Context } from '../../db/connection/context.ts'
import { areLinesLeftOut, type EntityHooksWithActions } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { guardBusinessTime } from './backdating.ts'
import { binsOf, chosenBin } from './bins.ts'
import { type PostingLine, postLines } from './ledger.ts'
import { virtualLocations } from './locations.ts'
import { lockLots } from './lots.ts'
import { reverseDocument } from './reversal.ts'

type Count = RowOf<typeof stockcount>
type CountDraft = DraftOf<typeof stockcount>
type CountedPosition = Pick<DraftOf<typeof stockcountline>, 'lotId' | 'locationId'>

const positionKey = ({ lotId, locationId }: CountedPosition) => `${lotId}:${locationId}`

/** Book quantity of each lot and bin; missing means zero. */
async function booksOf(context: Context, lines: readonly CountedPosition[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ lotId: number; locationId: number; quantity: string }>`
    select b."lotId", b."locationId", b.quantity::text from stockbalance b
    join (select distinct * from unnest(${lines.map(line => line.lotId ?? null)}::bigint[],
      ${lines.map(line => line.locationId ?? null)}::bigint[])) as u("lotId", "locationId")
      on b."lotId" = u."lotId" and b."locationId" = u."locationId"
    where b."customerId" = ${context.customerId} and b."producePlanId" is null and b."dealerId" is null`.execute(
    context.tx,
  )
  return new Map(rows.map(row => [positionKey(row), row.quantity]))
}

const differenceOf = (counted: unknown, book: unknown) => decimal(counted).minus(decimal(book)).toFixed(4)

async function fillLines(context: Context, row: CountDraft): Promise<void> {
  const lines = row.lines ?? []
  const books = await booksOf(context, lines)
  row.lines = lines.map(line => {
    const bookQuantity = decimal(books.get(positionKey(line))).toFixed(4)
    const difference = isEmpty(line.countedQuantity) ? null : differenceOf(line.countedQuantity, bookQuantity)
    return { ...line, bookQuantity, difference }
  })
}

/** Uniqueness per lot and bin, within the count's warehouse. */
async function guardPlaces(context: Context, count: Count): Promise<void> {
  const bins = await binsOf(
    context,
    count.warehouseId,
    count.lines.map(line => line.locationId),
  )
  const seen = new Set<string>()
  onEachLine(count.lines, (line, index) => {
    chosenBin(bins, line.locationId, `lines.${index}.locationId`)
    if (seen.has(positionKey(line))) throw invalid({ [`lines.${index}.lotId`]: 'taken' })
    seen.add(positionKey(line))
  })
}

async function submit(context: Context, count: Count) {
  guardBusinessTime(context, count.countTime)
  const approverId = await signerOf(context, 'stockCount', count.counterId)
  await guardPlaces(context, count)
  const lots = await lockLots(
    context,
    count.lines.map(line => line.lotId),
  )
  const books = await booksOf(context, count.lines)
  const { ADJUST } = await virtualLocations(context)
  const lines: PostingLine[] = []
  onEachLine(count.lines, line => {
    const now = decimal(books.get(positionKey(line))).toFixed(4)
    const before = decimal(line.bookQuantity).toFixed(4)
    if (now !== before) throw new AppError('bookChanged', { lotNo: lots.get(line.lotId)?.lotNo ?? '', before, now })
    const difference = decimal(line.countedQuantity).minus(now)
    if (difference.eq(0)) return
    const [fromLocationId, toLocationId] = difference.gt(0) ? [ADJUST, line.locationId] : [line.locationId, ADJUST]
    const quantity = difference.abs().toFixed(4)
    const { lotId, lineNo, reason } = line
    lines.push({ lotId, fromLocationId, toLocationId, quantity, docLineNo: lineNo ?? 0, reason })
  })
  const { docNo, countTime: bizTime } = count
  await postLines(context, { moveType: 'ADJ', docType: 'stockcount', docNo, bizTime }, lines)
  return { approverId }
}

interface Lying {
  readonly lotId: number
  readonly lotNo: string
  readonly itemName: string
  readonly unitName: string
  readonly locationId: number
  readonly bin: string
  readonly quantity: string
}

async function proposedLines(context: Context, warehouseId: number) {
  const { rows } = await sql<Lying>`
    select b."lotId", l."lotNo", coalesce(m.name, d.name) as "itemName", u.name as "unitName", b."locationId",
      p.name as bin, b.quantity::text
    from stockbalance b
    join stocklocation p on p.id = b."locationId" and p."locationType" = 'STORAGE'
    join stocklot l on l.id = b."lotId" left join unit u on u.id = l."unitId"
    left join material m on m.id = l."materialId" left join product d on d.id = l."productId"
    where b."customerId" = ${context.customerId} and p."warehouseId" = ${warehouseId} and b.quantity > 0
    order by p.code, l."lotNo" limit 500`.execute(context.tx)
  return rows.map(({ lotId, lotNo, itemName, unitName, locationId, bin, quantity }) => ({
    ...labelled('lotId', { id: lotId, name: lotNo }),
    itemName,
    unitName,
    ...labelled('locationId', { id: locationId, name: bin }),
    bookQuantity: quantity,
    countedQuantity: null,
  }))
}

async function prepare(context: Context, { warehouseId }: CountDraft): Promise<readonly CountDraft[]> {
  const counter = labelled('counterId', await ownEmployee(context))
  return [warehouseId ? { ...counter, lines: await proposedLines(context, warehouseId) } : counter]
}

export const stockcountRules: EntityHooksWithActions<typeof stockcount> = {
  prepare,
  async beforeSave(context, row, before) {
    // Book quantities stay as of the count, whatever is edited.
    if (!areLinesLeftOut(row, before)) await fillLines(context, row)
  },
  actions: {
    submit,
    reverse: async (context, count, given) =>
      void (await reverseDocument(context, 'stockcount', count.docNo ?? '', given.reason)),
  },
}
