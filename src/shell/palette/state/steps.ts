/** Prompt steps before a command runs. Pure. */
import type { Locale } from '#contract/messages/locales.ts'
import { type Field, isEmpty, type Kind } from '#contract/schema/field.ts'
import type { QuantityRules } from '#contract/schema/quantity.ts'
import { isRequired, validateValue } from '#contract/schema/validate.ts'
import type { Arguments, RowsNeeded } from '../../../commands/core/command.ts'
import type { ArgumentRequest } from '../../../commands/gate/prompts.ts'
import type { RowValues } from '../../../data/records/row.ts'
import { cells } from '../../../fields/index.ts'
import type { ShownState } from '../../../fields/tone.ts'

export interface RowsStep {
  readonly kind: 'rows'
  readonly name: 'ids'
  readonly needed: RowsNeeded
  readonly isMany: boolean
}

export interface FieldStep {
  readonly kind: 'choice' | 'entry'
  readonly name: string
  readonly field: Field
  readonly isMany: boolean
}

export type PaletteStep = RowsStep | FieldStep

/** Answer with display text; null when an optional step was skipped. */
export interface Answer {
  readonly value: unknown
  readonly label: string
  readonly options?: readonly StepOption[]
}

export interface StepOption {
  readonly value: unknown
  readonly label: string
  readonly detail?: string
  readonly state?: ShownState
  readonly row?: RowValues
}

export type Answers = Readonly<Record<string, Answer>>

const chosen: ReadonlySet<Kind> = new Set<Kind>(['reference', 'references', 'enumeration', 'enumerations', 'flag'])
const several: ReadonlySet<Kind> = new Set<Kind>(['references', 'enumerations'])

function stepOf(name: string, field: Field): FieldStep {
  return { kind: chosen.has(field.kind) ? 'choice' : 'entry', name, field, isMany: several.has(field.kind) }
}

/** Steps of a request: rows first, then missing fields. */
export function stepsOf({
  rows,
  fields,
  values,
}: Pick<ArgumentRequest, 'rows' | 'fields' | 'values'>): readonly PaletteStep[] {
  const isGiven = (name: string, field: Field) => !isEmpty(values[name]) && validateValue(field, values[name]) === null
  return [
    ...(rows ? [{ kind: 'rows', name: 'ids', needed: rows, isMany: !rows.one } as const] : []),
    ...Object.entries(fields).flatMap(([name, field]) => (isGiven(name, field) ? [] : [stepOf(name, field)])),
  ]
}

const rowChosen = (answers: Answers): RowValues => answers.ids?.options?.[0]?.row ?? {}

export function rowOf(answers: Answers, given: Arguments): RowValues {
  const answered = Object.entries(answers).flatMap(([name, { value }]) => (name === 'ids' ? [] : [[name, value]]))
  return { ...rowChosen(answers), ...given, ...Object.fromEntries(answered) }
}

export function isNeeded(step: PaletteStep, answers: Answers, given: Arguments): boolean {
  return step.kind === 'rows' || isRequired(step.field, rowOf(answers, given))
}

export function nextOpen(steps: readonly PaletteStep[], answers: Answers): number {
  const open = steps.findIndex(({ name }) => !(name in answers))
  return open < 0 ? steps.length - 1 : open
}

export function argumentsOf(steps: readonly PaletteStep[], answers: Answers, given: Arguments): Arguments {
  const answered = steps.map(({ name }): [string, unknown] => [name, answers[name]?.value ?? null])
  return { ...given, ...Object.fromEntries(answered) }
}

export type Read = Answer | { readonly fieldError: string }

export function readEntry(
  step: FieldStep,
  typed: string,
  isNeededHere: boolean,
  locale: Locale,
  rules?: QuantityRules,
): Read {
  const { field, name } = step
  const kind = cells[field.kind]
  if (typed.trim() === '') return isNeededHere ? { fieldError: 'required' } : { value: null, label: '' }
  const parsed = kind.parse(typed, field, rules)
  if ('fieldError' in parsed) return parsed
  const fieldError = validateValue(field, parsed.value)
  if (fieldError) return { fieldError }
  const label = field.kind === 'secret' ? '••••••' : kind.toText(parsed.value, {}, field, locale, name)
  return { value: parsed.value, label }
}

/** Initial text: previous answer, otherwise the default. */
export function beginningOf(
  step: PaletteStep,
  answer: Answer | undefined,
  clock: { today: string; now: string },
  locale: Locale,
) {
  if (step.kind !== 'entry') return ''
  if (answer) return step.field.kind === 'secret' ? '' : answer.label
  const given = step.field.default
  if (given === undefined) return ''
  const value = given === 'today' ? clock.today : given === 'now' ? clock.now : given
  return cells[step.field.kind].toText(value, {}, step.field, locale, step.name)
}

export function unitOf(step: PaletteStep, { unit }: QuantityRules): string | undefined {
  if (step.kind !== 'entry' || typeof step.field.unit === 'string') return undefined
  return typeof unit === 'string' ? unit : unit?.[0]
}

export function keepable(steps: readonly PaletteStep[], answers: Answers): Answers {
  const secrets = new Set(
    steps.flatMap(step => (step.kind !== 'rows' && step.field.kind === 'secret' ? [step.name] : [])),
  )
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !secrets.has(name)))
}
