/** Location descriptions of FSMA 204 (1.1310): origin, destination, source of a lot code. */
import { dealings, type MovementCode } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../../db/query/rowsOf.ts'
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

type PlaceRole = 'from' | 'to' | 'source'

export const placeColumns = (end: PlaceRole, kde: string): Readonly<Record<string, SheetColumn>> =>
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

export type PlaceCells = Readonly<Record<string, string | null>>

export function placeValues(end: PlaceRole, place: SheetPlace | undefined): PlaceCells {
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

const parts = ['id', 'name', 'phone', 'address', 'postcode', 'country', 'gln'] as const

const byId = <P extends { readonly id: number }>(rows: readonly P[]) => new Map(rows.map(row => [row.id, row]))

export async function placesOfLots(context: Context, { lots }: TraceScope): Promise<Places> {
  const own = context.tx.selectFrom('customer').select(parts).where('id', '=', context.customerId)
  const moved = (types: readonly MovementCode[]) =>
    context.tx.selectFrom('stockledger').where('lotId', '=', anyOf(lots)).where('moveType', 'in', types)
  const received = context.tx.selectFrom('stocklot').select('supplyId').where('id', '=', anyOf(lots))
  const suppliers = rowsOf(context, 'supply')
    .select([...parts, 'region'])
    .where('id', 'in', received.union(moved(dealings.received).select('supplyId')))
  const dealers = rowsOf(context, 'dealer')
    .select([...parts, 'region'])
    .where('id', 'in', moved(dealings.sold).select('dealerId'))
  return {
    own: { ...(await own.executeTakeFirstOrThrow()), region: null },
    suppliers: byId(await suppliers.execute()),
    dealers: byId(await dealers.execute()),
  }
}
