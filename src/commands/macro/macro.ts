/** Recordings kept as commands of one's own. */
import { entityNamed } from '#contract/index.ts'
import { type Entity, postsOnSave } from '#contract/schema/entity.ts'
import type { Fields, Kind } from '#contract/schema/field.ts'
import { isRow, type RowValues } from '../../data/records/row.ts'
import { isUuid } from '../../data/uuid.ts'
import type { Arguments, Command } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { isRecorded, type RecordedStep } from '../recorder/recorder.ts'

/** Recorded row that the selected one replaces. */
export interface MacroRow {
  readonly entity: string
  readonly id: number
}

export interface Macro {
  readonly id: string
  readonly name: string
  readonly steps: readonly RecordedStep[]
  /** Values asked each time: `0.reason`. */
  readonly asked: readonly string[]
  readonly row: MacroRow | null
  /** Sender, by the sender's own account. */
  readonly from: string
  readonly isForeign: boolean
}

/** Value of a step that may be asked each time. */
export interface MacroValue {
  /** `<step>.<field>` */
  readonly code: string
  readonly name: string
  readonly step: number
  readonly command: Command
  readonly fields: Fields
  readonly value: unknown
}

const askable: ReadonlySet<Kind> = new Set<Kind>([
  ...(['text', 'longText', 'integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'] as const),
  ...(['date', 'instant', 'flag', 'enumeration', 'reference'] as const),
])

export const isSave = ({ id, entity }: Command) => entity !== undefined && id === `${entity}.save`

/** Fields of a step, with the values given to them. */
function valuesIn(command: Command, args: Arguments): { readonly fields: Fields; readonly values: RowValues } {
  if (isSave(command) && isRow(args.row))
    return { fields: entityNamed(command.entity ?? '')?.fields ?? {}, values: args.row }
  return { fields: command.arguments ?? {}, values: args }
}

export function macroValues(steps: readonly RecordedStep[]): readonly MacroValue[] {
  return steps.flatMap(({ id, args = {} }, step) => {
    const command = findCommand(id)
    if (!command) return []
    const { fields, values } = valuesIn(command, args)
    return Object.entries(fields)
      .filter(([name, { kind, serverManaged }]) => !serverManaged && askable.has(kind) && name in values)
      .map(([name]) => ({ code: `${step}.${name}`, name, step, command, fields, value: values[name] }))
  })
}

/** Steps with other values for the asked fields. */
export function withAnswers(
  steps: readonly RecordedStep[],
  answers: ReadonlyMap<number, RowValues>,
): readonly RecordedStep[] {
  return steps.map((step, at) => {
    const given = answers.get(at)
    const command = findCommand(step.id)
    if (!given || !command) return step
    const { args = {} } = step
    const isOfRow = isSave(command) && isRow(args.row)
    return {
      ...step,
      args: isOfRow && isRow(args.row) ? { ...args, row: { ...args.row, ...given } } : { ...args, ...given },
    }
  })
}

const numbersIn = (value: unknown): readonly number[] => [value].flat().filter(id => typeof id === 'number')

function targetsOf({
  id,
  args = {},
}: RecordedStep): { readonly entity: string; readonly ids: readonly number[] } | null {
  const command = findCommand(id)
  if (command?.rows) return { entity: command.rows.entity.name, ids: numbersIn(args.ids) }
  const ids = command && isSave(command) && isRow(args.row) ? numbersIn(args.row.id) : []
  return command?.entity && ids.length > 0 ? { entity: command.entity, ids } : null
}

/** First rows acted on that the recording did not create. */
function subjectOf(steps: readonly RecordedStep[]) {
  const made = new Set<string>()
  for (const step of steps) {
    const targets = targetsOf(step)
    const ids = targets?.ids.filter(id => !made.has(`${targets.entity}/${id}`)) ?? []
    if (targets && ids.length > 0) return { entity: targets.entity, ids }
    for (const [entity, created] of Object.entries(step.made ?? {}))
      for (const id of created) made.add(`${entity}/${id}`)
  }
  return null
}

/** Steps kept: no moves between pages, one row of several selected. */
export function macroOf(recorded: readonly RecordedStep[]): Pick<Macro, 'steps' | 'row'> {
  const steps = recorded.filter(({ id }) => !/^(navigate|browse)\./.test(id))
  const subject = subjectOf(steps)
  const [id] = subject?.ids ?? []
  if (!subject || id === undefined) return { steps, row: null }
  const single = (step: RecordedStep): RecordedStep => {
    const targets = targetsOf(step)
    const areSubject = targets?.entity === subject.entity && targets.ids.every(each => subject.ids.includes(each))
    return areSubject && step.args?.ids ? { ...step, args: { ...step.args, ids: [id] } } : step
  }
  return { steps: steps.map(single), row: { entity: subject.entity, id } }
}

const isPlainRow = ({ fields, lines }: Entity, row: unknown): boolean =>
  isRow(row) &&
  Object.entries(row).every(([name, value]) => {
    const line = Object.hasOwn(lines, name) ? lines[name] : undefined
    if (line) return Array.isArray(value) && value.every(item => isPlainRow(line, item))
    return name === 'id' || name === 'rowVersion' || Object.hasOwn(fields, name)
  })

/** Security: keys such as `submit` would post unseen. */
function hasPlainRows(entity: Entity | undefined, { row, rows = [] }: Arguments): boolean {
  if (!entity) return false
  return (
    (row === undefined || isPlainRow(entity, row)) &&
    Array.isArray(rows) &&
    rows.every(each => isPlainRow(entity, each))
  )
}

/** Security: business commands only, whoever wrote them. */
export const isAllowed = ({ steps }: Pick<Macro, 'steps'>): boolean =>
  steps.length > 0 &&
  steps.every(({ id, args = {} }) => {
    const command = findCommand(id)
    if (!command || !isRecorded(command)) return false
    return !isSave(command) || hasPlainRows(entityNamed(command.entity ?? ''), args)
  })

export function isGrave({ id, args = {} }: RecordedStep): boolean {
  const command = findCommand(id)
  if (!command) return true
  const entity = isSave(command) ? entityNamed(command.entity ?? '') : undefined
  const posts = entity !== undefined && postsOnSave(entity)
  return posts || command.confirm === true || command.risk === 'destructive' || Boolean(args.submit)
}

export const destroys = ({ id }: RecordedStep): boolean => findCommand(id)?.risk === 'destructive'

/** Content of the consent: changes are asked anew. */
export const contentOf = ({ name, steps, asked, row }: Macro): string => JSON.stringify([name, steps, asked, row])

// Stored form.

function stepIn(value: unknown): readonly RecordedStep[] {
  if (!isRow(value) || typeof value.id !== 'string') return []
  const args = isRow(value.args) ? { args: value.args } : {}
  const made = isRow(value.made)
    ? { made: Object.fromEntries(Object.entries(value.made).map(([entity, ids]) => [entity, numbersIn(ids)])) }
    : {}
  return [{ id: value.id, ...args, ...made }]
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export function macroIn(value: unknown): Macro | null {
  if (!isRow(value) || typeof value.name !== 'string' || value.name === '') return null
  const { id, name, steps, asked, row, from } = value
  if (!isUuid(id)) return null
  const isOfRow = isRow(row) && typeof row.entity === 'string' && typeof row.id === 'number' && entityNamed(row.entity)
  return {
    id,
    name,
    steps: listIn(steps).flatMap(stepIn),
    asked: listIn(asked).filter(code => typeof code === 'string'),
    row: isOfRow ? { entity: String(row.entity), id: Number(row.id) } : null,
    from: typeof from === 'string' ? from : '',
    isForeign: value.isForeign === true || Boolean(from),
  }
}

export function macrosIn(value: unknown): readonly Macro[] {
  const macros = isRow(value) ? listIn(value.macros).map(macroIn) : []
  return [...new Map(macros.filter(macro => macro !== null).map(macro => [macro.id, macro])).values()]
}

export const storedMacros = (macros: readonly Macro[]) => ({ v: 1, macros })

export function withMacro(macros: readonly Macro[], macro: Macro): readonly Macro[] {
  const at = macros.findIndex(({ id }) => id === macro.id)
  return at < 0 ? [...macros, macro] : macros.with(at, macro)
}
