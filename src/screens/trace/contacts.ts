/** Dealer totals, most held first. Pure. */

import { unitText } from '#contract/messages/shippedNames.ts'
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { reviewdealer } from '#contract/trace/sections.ts'
import type { text as textOf } from '../../data/language.ts'
import { grouped } from '../../data/numerals.ts'

export interface Contact {
  readonly dealerId: number | undefined
  readonly dealerName: string
  readonly contactName: string
  readonly phone: string
  readonly lots: readonly string[]
  /** Sold minus returned, one text per unit. */
  readonly held: readonly string[]
  readonly shipped: readonly string[]
  readonly returned: readonly string[]
  /** First and last shipment. */
  readonly shippedAt: readonly string[]
}

type Text = typeof textOf

export type DealerRow = Partial<RowOf<typeof reviewdealer>> & { readonly dealerId?: number }

const given = (value: string | null | undefined) => value ?? ''

type AmountField = 'qty' | 'returnedQty' | 'netQty'

const sumsOf = (rows: readonly DealerRow[], field: AmountField) =>
  [...Map.groupBy(rows, ({ unitName }) => given(unitName))].map(([unit, ofUnit]) => ({
    unit,
    quantity: ofUnit.reduce((sum, row) => sum.plus(decimal(row[field] ?? 0)), decimal(0)),
  }))

const said = (sums: ReturnType<typeof sumsOf>, text: Text) =>
  sums.map(({ unit, quantity }) => `${grouped(quantity.toFixed())} ${unitText(unit, text, quantity)}`.trim())

const isSome = ({ quantity }: { readonly quantity: Decimal }) => !quantity.eq(0)

function contactOf(rows: readonly DealerRow[], text: Text): Contact & { readonly most: Decimal } {
  const [first] = rows
  const held = sumsOf(rows, 'netQty')
  const moments = rows.flatMap(({ shipTime }) => shipTime ?? []).sort()
  return {
    dealerId: first?.dealerId,
    dealerName: given(first?.dealerName),
    contactName: given(first?.recallContactName),
    phone: given(first?.recallPhone),
    lots: [...new Set(rows.map(({ lotNo }) => given(lotNo)))],
    held: said(held, text),
    shipped: said(sumsOf(rows, 'qty'), text),
    returned: said(sumsOf(rows, 'returnedQty').filter(isSome), text),
    shippedAt: [...new Set([moments.at(0), moments.at(-1)])].flatMap(moment => moment ?? []),
    most: held.reduce((most, { quantity }) => (quantity.gt(most) ? quantity : most), decimal(0)),
  }
}

export function contactsOf(rows: readonly DealerRow[], text: Text): readonly Contact[] {
  const byDealer = Map.groupBy(rows, row => row.dealerId ?? row.dealerName)
  return [...byDealer.values()].map(own => contactOf(own, text)).sort((one, other) => other.most.cmp(one.most))
}
