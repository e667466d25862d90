/** Formula injection guard: escapes formula-like texts; import reverses it. */

const formula = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/
/** Signed number: harmless, hence not escaped. */
const signed = /^[+-]\d+(\.\d+)?$/

const isDangerous = (text: string) => formula.test(text) && !signed.test(text)

export function escapeFormula(text: string): string {
  return isDangerous(text) ? `'${text}` : text
}

export function unescapeFormula(text: string): string {
  return text.startsWith("'") && isDangerous(text.slice(1)) ? text.slice(1) : text
}
