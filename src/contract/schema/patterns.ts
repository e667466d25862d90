/** Named patterns of specification §5, ten in all; single source. */
export const patterns = {
  UINT: /^\d{1,7}$/,
  INT: /^-?\d{1,7}$/,
  UNUMBER: /^\d{1,8}(\.\d{1,2})?$/,
  UNUMBER4: /^\d{1,8}(\.\d{1,4})?$/,
  NUMBER: /^-?\d{1,8}(\.\d{1,2})?$/,
  EMAIL: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
  PHONE: /^(\d{3,4}-?)?\d{3,8}$/,
  PASSWORD: /^(?=.*\d)(?=.*[A-Za-z]).{6,20}$/,
  POSITIVEINTEGER: /^[1-9]\d*$/,
  MONTHSELLAWARDRATE: /^0\.\d{1,2}$/,
} as const

export type PatternName = keyof typeof patterns

export function fits(pattern: PatternName, value: string): boolean {
  return patterns[pattern].test(value)
}
