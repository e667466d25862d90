/** Definition of a value that is set: kind, bounds, default, words. */
import { type Field, integer, isEmpty } from '../schema/field.ts'
import { validateValue } from '../schema/validate.ts'

export interface Definition<T = unknown> {
  readonly field: Field
  readonly initial: T
  /** Bounds of a number; the lower is 0 by default. */
  readonly min?: number
  readonly max?: number
  readonly form?: RegExp
}

export const wholeSetting = (
  title: string,
  initial: number,
  max: number,
  hint: string,
  min = 0,
): Definition<number> => ({
  field: integer(title, { hint }),
  initial,
  min,
  max,
})

export function fits({ field, initial, min = 0, max = 0, form }: Definition, value: unknown): boolean {
  if (isEmpty(value)) return initial === null
  if (validateValue(field, value) !== null || form?.test(String(value)) === false) return false
  const isNumber = field.kind === 'integer' || field.kind === 'rate'
  return !isNumber || (Number(value) >= min && Number(value) <= max)
}

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** Values that fit, in words. */
export function ruleInWords({ field, min = 0, max = 0 }: Definition, say: Say): string {
  const codes = Object.keys(field.enumeration?.options ?? {})
  const options = codes.map(code => say(`${field.enumeration?.name}.${code}`)).join(' / ')
  return say(`setting.refused.${field.kind}`, { min, max, options })
}

/** Refusal in words: the title, and its values. */
export const misfitInWords = (definition: Definition, title: string, say: Say): string =>
  say('setting.refused', { setting: say(title), rule: ruleInWords(definition, say) })
