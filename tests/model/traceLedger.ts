/** Raw ledger rows and lots of a plant; nothing summed by the server. */
import { type RawBuilder, sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { Position } from './operation.ts'
import { units } from './quantity.ts'

/** One row of the ledger. */
export interface Movement {
  readonly seq: number
  readonly lot: number
  readonly from: Position
  readonly to: Position
  readonly quantity: bigint
  readonly plan: number | null
  readonly batch: number
  /** Document and line that posted it. */
  readonly document: string
  /** The row that this one undoes. */
  readonly undoes: number | null
}

export interface TracedLot {
  readonly id: number
  readonly lotNo: string
  readonly isProduct: boolean
  readonly isPackaging: boolean
  /** Untracked materials (water) have one standing lot, no sibling. */
  readonly isTracked: boolean
  readonly supplier: number | null
}

export interface TracedPlant {
  readonly lots: ReadonlyMap<number, TracedLot>
  /** In the order of the ledger. */
  readonly movements: readonly Movement[]
  /** Plans of which nothing comes any more. */
  readonly closed: ReadonlySet<number>
  /** Lots by number: by-products share one. */
  readonly numbers: ReadonlyMap<string, readonly number[]>
}

type Rows = (query: RawBuilder<Values>) => Promise<readonly Values[]>

const places: Readonly<Record<string, (row: Values, side: 'from' | 'to') => Position>> = {
  STORAGE: (row, side) => `bin:${row[side]}`,
  WIP: row => `wip:${row.plan}`,
  DEALER: row => `dealer:${row.dealer}`,
}

function placeOf(row: Values, side: 'from' | 'to'): Position {
  const type = String(row[`${side}Type`])
  return places[type]?.(row, side) ?? type.toLowerCase()
}

const numberOrNull = (value: unknown) => (value === null ? null : Number(value))

/** Reads a whole plant, row by row. */
export async function tracedPlant(rows: Rows): Promise<TracedPlant> {
  const movements = await rows(sql<Values>`
    select g.id, g."lotId", g.quantity, g."fromLocationId" as from, f."locationType" as "fromType",
      g."toLocationId" as to, t."locationType" as "toType", g."producePlanId" as plan, g."batchSeq" as batch,
      g."dealerId" as dealer, g."docNo", g."docLineNo", g."reversalOfSeq" as undoes
    from stockledger g join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
    order by g.id`)
  const lots = await rows(sql<Values>`
    select l.id, l."lotNo", l."productId", l."supplyId", m."materialType", m."isLotTracked"
    from stocklot l left join material m on m.id = l."materialId" order by l.id`)
  const closed = await rows(sql<Values>`select id from produceplan where status in ('CLOSED', 'CANCELLED')`)
  const traced = lots.map(row => ({
    ...{ id: Number(row.id), lotNo: String(row.lotNo), supplier: numberOrNull(row.supplyId) },
    ...{ isProduct: row.productId !== null, isPackaging: String(row.materialType).startsWith('PACK') },
    isTracked: row.isLotTracked !== false,
  }))
  const numbers = Map.groupBy(traced, lot => lot.lotNo)
  return {
    lots: new Map(traced.map(lot => [lot.id, lot])),
    closed: new Set(closed.map(({ id }) => Number(id))),
    movements: movements.map(row => ({
      ...{ seq: Number(row.id), lot: Number(row.lotId), quantity: units(row.quantity) },
      ...{
        from: placeOf(row, 'from'),
        to: placeOf(row, 'to'),
        plan: numberOrNull(row.plan),
        batch: Number(row.batch ?? 0),
      },
      ...{ document: `${row.docNo}/${row.docLineNo}`, undoes: numberOrNull(row.undoes) },
    })),
    numbers: new Map([...numbers].map(([lotNo, of]) => [lotNo, of.map(lot => lot.id)])),
  }
}
