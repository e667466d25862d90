/** Priority contacts: dealers with the quantity still held. Pure. */
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'

export interface Contact {
  readonly dealerName: string
  readonly contactName: string
  readonly phone: string
  readonly lots: readonly string[]
  /** Sold minus returned, one text per unit. */
  readonly held: readonly string[]
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function contactOf(rows: readonly Values[]): Contact & { readonly most: Decimal } {
  const [first = {}] = rows
  const sums = [...Map.groupBy(rows, ({ unitName }) => textOf(unitName))].map(([unit, ofUnit]) => ({
    unit,
    quantity: ofUnit.reduce((sum, { netQty }) => sum.plus(decimal(netQty)), decimal(0)),
  }))
  return {
    dealerName: textOf(first.dealerName),
    contactName: textOf(first.recallContactName),
    phone: textOf(first.recallPhone),
    lots: [...new Set(rows.map(({ lotNo }) => textOf(lotNo)))],
    held: sums.map(({ unit, quantity }) => `${quantity.toFixed()} ${unit}`.trim()),
    most: sums.reduce((most, { quantity }) => (quantity.gt(most) ? quantity : most), decimal(0)),
  }
}

export function contactsOf(rows: readonly Values[]): readonly Contact[] {
  const byDealer = Map.groupBy(rows, row => row.dealerId ?? row.dealerName)
  return [...byDealer.values()].map(contactOf).sort((one, other) => other.most.cmp(one.most))
}
