/** Localised text of an error. */

import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import type { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import type { RefusedLine, StockedPlace } from './lineErrors.ts'

const trimmed = (quantity: unknown) => decimal(quantity).toString()

/** Shortage with the places where the lot is instead. */
function shortageText(locale: Locale, { needed, available, unit, elsewhere, ...values }: Values): string {
  const figures = { ...values, needed: trimmed(needed), available: trimmed(available), unit }
  const short = format(locale, 'error.shortOfStock', figures)
  if (!Array.isArray(elsewhere)) return short
  const places = (elsewhere as readonly StockedPlace[]).map(({ place, quantity }) =>
    format(locale, 'shortOfStock.place', { place, quantity: trimmed(quantity), unit }),
  )
  return format(locale, 'shortOfStock.elsewhere', { short, places: places.join(' · ') })
}

export function refusalText(locale: Locale, { refusal, data }: Pick<AppError, 'refusal' | 'data'>): string {
  const values = typeof data === 'object' && data !== null ? (data as Values) : {}
  if (refusal === 'shortOfStock') return shortageText(locale, values)
  if (refusal === 'fefoReasonMissing' && values.sscc) return format(locale, 'fefo.onPallet', values)
  if (refusal !== 'linesRefused') return format(locale, `error.${refusal}`, values)
  const lines = values.lines as readonly RefusedLine[]
  const reasons = lines.map(each =>
    format(locale, 'lineRefused', { line: each.line, reason: refusalText(locale, each) }),
  )
  return format(locale, 'error.linesRefused', { count: lines.length, reasons: reasons.join(' · ') })
}
