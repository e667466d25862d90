/** GS1-128 in a printer's words: digits in pairs until the first other sign. Pure. */
import type { Gs1Element } from '#contract/gs1/elementString.ts'
import { writeEncoded } from '#contract/gs1/elementString.ts'

const fnc1 = '\u001d'
const startB = '>:'
const startC = '>;'
const toB = '>6'
const invokedFnc1 = '>8'

/** Pairs of digits at the beginning; separators stand between pairs. */
const pairs = new RegExp(`^(?:\\d\\d|${fnc1})*`)

interface Coded {
  /** ZPL field data of `^BC` without a mode. */
  readonly data: string
  /** Width with start, check and stop. */
  readonly modules: number
}

/** One change of sets at most: not every printer returns to pairs alike. */
export function code128Of(elements: readonly Gs1Element[]): Coded {
  const text = writeEncoded(elements) ?? ''
  const digits = pairs.exec(text)?.[0] ?? ''
  const rest = text.slice(digits.length)
  const separators = digits.split(fnc1).length - 1
  const inPairs = separators + (digits.length - separators) / 2
  const switches = digits !== '' && rest !== '' ? 1 : 0
  const said = (part: string) => part.replaceAll('>', '>0').replaceAll(fnc1, invokedFnc1)
  return {
    data: `${digits === '' ? startB : startC}${invokedFnc1}${said(digits)}${switches ? toB : ''}${said(rest)}`,
    modules: 11 * (3 + inPairs + switches + rest.length) + 13,
  }
}
