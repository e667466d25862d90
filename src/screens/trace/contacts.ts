/** Priority contacts: dealers with the quantity still held. Pure. */
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { reviewdealer } from '#contract/trace/sections.ts'
import { grouped } from '../../data/numerals.ts'

export interface Contact {
  readonly dealerName: string
  readonly contactName: string
  readonly phone: string
  readonly lots: readonly string[]
  /** Sold minus returned, one text per unit. */
  readonly held: readonly string[]
}

type DealerRow = Partial<RowOf<typeof reviewdealer>> & { readonly dealerId?: number }

const textOf = (value: string | null | undefined) => value ?? ''

function contactOf(rows: readonly DealerRow[]): Contact & { readonly most: Decimal } {
  const [first] = rows
  const sums = [...Map.groupBy(rows, ({ unitName }) => textOf(unitName))].map(([unit, ofUnit]) => ({
    unit,
    quantity: ofUnit.reduce((sum, { netQty }) => sum.plus(decimal(netQty)), decimal(0)),
  }))
  return {
    dealerName: textOf(first?.dealerName),
    contactName: textOf(first?.recallContactName),
    phone: textOf(first?.recallPhone),
    lots: [...new Set(rows.map(({ lotNo }) => textOf(lotNo)))],
    held: sums.map(({ unit, quantity }) => `${grouped(quantity.toFixed())} ${unit}`.trim()),
    most: sums.reduce((most, { quantity }) => (quantity.gt(most) ? quantity : most), decimal(0)),
  }
}

export function contactsOf(rows: readonly DealerRow[]): readonly Contact[] {
  const byDealer = Map.groupBy(rows, row => row.dealerId ?? row.dealerName)
  return [...byDealer.values()].map(contactOf).sort((one, other) => other.most.cmp(one.most))
}
