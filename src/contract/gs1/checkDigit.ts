/** Check digits of GS1 keys, General Specifications 7.9. Pure. */

/** Digit that completes `digits`, weighted 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${(10 - (sum % 10)) % 10}`
}

export const hasCheckDigit = (digits: string): boolean =>
  /^\d{2,}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1)
