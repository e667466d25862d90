/**
 * Keeps a spreadsheet from running a text as a formula: what begins like one (or like a DDE call, behind blanks, a tab or a
 * carriage return, or in full-width signs) goes out behind an apostrophe, and comes back without it.
 */

const formula = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/
/** A signed number runs nothing. */
const signed = /^[+-]\d+(\.\d+)?$/

const isDangerous = (text: string) => formula.test(text) && !signed.test(text)

export function escapeFormula(text: string): string {
  return isDangerous(text) ? `'${text}` : text
}

export function unescapeFormula(text: string): string {
  return text.startsWith("'") && isDangerous(text.slice(1)) ? text.slice(1) : text
}
