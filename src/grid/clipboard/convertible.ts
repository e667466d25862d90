import { decimal } from '#contract/schema/decimal.ts'
import { plainCell } from '../../fields/cell.ts'

const lonelyBracket = /\(\s*[\d.,\s]+\p{L}*\s*\)/u
const scientific = /\de[+-]?\d/i
const day = /\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]/
const withUnit = /[\d)]\s*(?!x[\s\d(.])\p{L}/iu
const withSign = /[\d)]\s*[*×+]\s*[\d(.]/

const isRounded = (shown: string, exact: string) =>
  !decimal(exact).eq(decimal(/-?[\d.,]+/.exec(shown)?.[0].replaceAll(',', '')))

export function isConvertible(text: string, exact?: string): boolean {
  const shown = plainCell(text)
  if (shown.includes('%') || (exact !== undefined && isRounded(shown, exact))) return false
  if (shown.startsWith('=')) return true
  if ([lonelyBracket, scientific, day].some(other => other.test(shown))) return false
  return withUnit.test(shown) || withSign.test(shown)
}
