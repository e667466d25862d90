/** Location cells of origin and destination, as FSMA 204 requires. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import { moves } from '../../stock/movementSql.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import type { SheetColumn } from './sheetColumns.ts'
import { textColumn } from './sheetColumns.ts'

const partNames = {
  Name: 'business name',
  Phone: 'phone number',
  Address: 'street address',
  City: 'city',
  Region: 'state',
  Postcode: 'zip code',
  Country: 'country',
  Gln: 'GLN',
} as const

export interface SheetPlace {
  readonly name: string
  readonly phone: string | null
  readonly address: string | null
  readonly region: string | null
  readonly postcode: string | null
  readonly country: string | null
  readonly gln: string | null
}

export const placeColumns = (end: 'from' | 'to', kde: string): Readonly<Record<string, SheetColumn>> =>
  Object.fromEntries(Object.entries(partNames).map(([part, said]) => [end + part, textColumn(`${kde}: ${said}`)]))

const inChina =
  /^(?<province>\p{Script=Han}{2,7}?(?:省|自治区|自治區|特别行政区))?(?<city>\p{Script=Han}{2,4}?(?:市(?![场場])|自治州|地区|盟|縣))?/u

export function placeOfAddress(address: string | null): {
  readonly province: string | null
  readonly city: string | null
} {
  const { province = null, city = null } = inChina.exec(address ?? '')?.groups ?? {}
  return { province, city }
}

export function placeValues(end: 'from' | 'to', place: SheetPlace | undefined): Values {
  if (!place) return {}
  const { province, city } = placeOfAddress(place.address)
  return {
    [`${end}Name`]: place.name,
    [`${end}Phone`]: place.phone,
    [`${end}Address`]: place.address,
    [`${end}City`]: city,
    [`${end}Region`]: place.region ?? province,
    [`${end}Postcode`]: place.postcode,
    [`${end}Country`]: place.country,
    [`${end}Gln`]: place.gln,
  }
}

export interface Places {
  readonly own: SheetPlace
  readonly suppliers: ReadonlyMap<number, SheetPlace>
  readonly dealers: ReadonlyMap<number, SheetPlace>
}

type Row = SheetPlace & { readonly id: number }

const byId = (rows: readonly Row[]) => new Map(rows.map(row => [row.id, row]))

export async function placesOfLots(context: Context, { lots }: TraceScope): Promise<Places> {
  const parts = sql`id, name, phone, address, postcode, country, gln`
  const own = await sql<Row>`select ${parts}, null as region from customer where id = ${context.customerId}`.execute(
    context.tx,
  )
  const suppliers = await sql<Row>`
    select ${parts}, region from supply where "customerId" = ${context.customerId} and id in (
      select "supplyId" from stocklot where id = any(${lots}::bigint[])
      union select "supplyId" from stockledger where "lotId" = any(${lots}::bigint[]) and "moveType" in (${moves.received}))`.execute(
    context.tx,
  )
  const dealers = await sql<Row>`
    select ${parts}, region from dealer where "customerId" = ${context.customerId} and id in (
      select "dealerId" from stockledger where "lotId" = any(${lots}::bigint[]) and "moveType" in (${moves.sold}))`.execute(
    context.tx,
  )
  return { own: own.rows[0] as Row, suppliers: byId(suppliers.rows), dealers: byId(dealers.rows) }
}
