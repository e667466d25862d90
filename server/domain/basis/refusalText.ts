/** Localised text of an error. */

import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import type { AppError } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { RefusedLine } from './lineErrors.ts'

export function refusalText(locale: Locale, { refusal, data }: Pick<AppError, 'refusal' | 'data'>): string {
  const values = typeof data === 'object' && data !== null ? (data as Values) : {}
  if (refusal !== 'linesRefused') return format(locale, `error.${refusal}`, values)
  const lines = values.lines as readonly RefusedLine[]
  const reasons = lines.map(each =>
    format(locale, 'lineRefused', { line: each.line, reason: refusalText(locale, each) }),
  )
  return format(locale, 'error.linesRefused', { count: lines.length, reasons: reasons.join(' · ') })
}
