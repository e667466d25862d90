/** EPCIS document, written event by event in bounded memory. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { clockIn } from '#contract/zonedClock.ts'
import type { Context } from '../../../db/connection/context.ts'
import { batches } from '../../../db/query/cursor.ts'
import { context as epcisContext } from './epcisEvent.ts'
import { type Book, eventsOf, palletEventOf, type WrittenEvent } from './eventsOf.ts'
import { identifiersOf } from './identify.ts'
import { type EventRange, type LedgerEvent, ledgerEvents, type PalletEvent, palletEvents } from './ledgerEvents.ts'

declare global {
  interface JSON {
    /** Digits written as a JSON number without rounding. */
    rawJSON(text: string): unknown
  }
}

const byId = <R extends { readonly id: number }>(rows: readonly R[]) => new Map(rows.map(row => [row.id, row]))

/** Master data that events name, deleted ones too: history needs them. */
export async function bookOf({ tx, customerId, timeZone }: Context): Promise<Book> {
  const own = tx.selectFrom('customer').select(['code', 'creditCode', 'gln']).where('id', '=', customerId)
  const parties = (table: 'supply' | 'dealer') =>
    tx.selectFrom(table).select(['id', 'code', 'gln']).where('customerId', '=', customerId).execute()
  const materials = await tx
    .selectFrom('material')
    .select(['id', 'code'])
    .where('customerId', '=', customerId)
    .execute()
  const products = tx.selectFrom('product').select(['id', 'code', 'gtin']).where('customerId', '=', customerId)
  const units = tx.selectFrom('unit').select(['id', 'uneceCode', 'unitType']).where('customerId', '=', customerId)
  const bins = tx
    .selectFrom('stocklocation as b')
    .leftJoin('warehouse as w', 'w.id', 'b.warehouseId')
    .select(['b.id', 'b.code', 'b.gln', 'b.isDefault', 'b.locationType'])
    .select(['w.code as warehouseCode', 'w.gln as warehouseGln'])
    .where('b.customerId', '=', customerId)
  return {
    name: identifiersOf(await own.executeTakeFirstOrThrow()),
    clock: clockIn(timeZone),
    materials: byId(materials.map(row => ({ ...row, gtin: null }))),
    products: byId(await products.execute()),
    units: byId(await units.execute()),
    bins: byId((await bins.execute()).map(row => ({ ...row, isDefault: row.isDefault === true }))),
    suppliers: byId(await parties('supply')),
    dealers: byId(await parties('dealer')),
  }
}

const asNumber = (key: string, value: unknown) =>
  (key === 'quantity' || key === 'lotline:seq') && typeof value === 'string' ? JSON.rawJSON(value) : value

const textOf = (event: WrittenEvent): string => JSON.stringify(event, asNumber)

export interface Counted {
  events: number
}

/** Pieces of the document's text; `counted` is final after the last. */
export async function* documentOf(context: Context, range: EventRange, counted: Counted): AsyncGenerator<string> {
  const book = await bookOf(context)
  const head = { '@context': epcisContext, type: 'EPCISDocument', schemaVersion: '2.0', creationDate: context.now }
  yield `${JSON.stringify(head).slice(0, -1)},"epcisBody":{"eventList":[`
  const piece = (events: readonly WrittenEvent[]) => {
    const before = counted.events > 0 ? ',\n' : '\n'
    counted.events += events.length
    return events.length > 0 ? before + events.map(textOf).join(',\n') : ''
  }
  const moved = sql`select * from (${ledgerEvents(context, range)}) s order by seq`
  for await (const rows of batches<LedgerEvent>(context, moved)) {
    yield piece(rows.flatMap(row => eventsOf(row, book)))
    await setImmediate()
  }
  const packed = sql`select * from (${palletEvents(context, range)}) s order by moment, sscc`
  for await (const rows of batches<PalletEvent>(context, packed)) yield piece(rows.map(row => palletEventOf(row, book)))
  yield '\n]}}\n'
}
