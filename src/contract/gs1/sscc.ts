/** Serial shipping container codes (AI 00), General Specifications 3.2. Pure. */
import { checkDigit, hasCheckDigit } from './checkDigit.ts'
import { isCompanyPrefix } from './companyPrefix.ts'
import { readLabel } from './label.ts'

/** Serial of a pallet; its first digit, in turn, is the extension. Null when all are used. */
export function ssccOf(prefix: string, serial: number): string | null {
  const digits = String(serial).padStart(17 - prefix.length, '0')
  if (!isCompanyPrefix(prefix) || digits.length > 17 - prefix.length) return null
  const bare = `${digits[0]}${prefix}${digits.slice(1)}`
  return `${bare}${checkDigit(bare)}`
}

/** SSCC of a scanned or typed code; null for other text. */
export function readSscc(scanned: string): string | null {
  const text = scanned.trim()
  if (/^\d{18}$/.test(text)) return hasCheckDigit(text) ? text : null
  return readLabel(text)?.find(({ ai }) => ai === '00')?.value ?? null
}
