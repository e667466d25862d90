/** Macros in words, for the question before they run. */
import { entityNamed } from '#contract/index.ts'
import { type Field, isEmpty } from '#contract/schema/field.ts'
import { text } from '../../data/language.ts'
import { labelOf } from '../../data/records/labels.ts'
import { isRow } from '../../data/records/row.ts'
import type { Arguments, Command, Result } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { commandTitle } from '../core/titles.ts'
import type { Macro, MacroValue } from './macro.ts'

const titleOf = (command: Command, name: string) => {
  const own = text(`${command.id}.${name}`)
  return own === `${command.id}.${name}` ? text(`${command.entity ?? command.id}.${name}`) : own
}

function shown(field: Field | undefined, value: unknown): string {
  if (field?.kind === 'reference' && typeof value === 'number') return labelOf(field.to ?? '', value) ?? `#${value}`
  if (field?.kind === 'enumeration') return text(`${field.enumeration?.name}.${value}`)
  if (field?.kind === 'flag') return text(value === true ? 'flag.yes' : 'flag.no')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Choice of a value to ask: `原因 = 检验合格`. */
export const valueInWords = ({ command, name, fields, value }: MacroValue): string =>
  `${titleOf(command, name)} = ${shown(fields[name], value)} · ${commandTitle(command)}`

/** All values of a step: nothing runs unseen. */
function argumentsInWords(command: Command, args: Arguments, macro: Macro, step: number): readonly string[] {
  const { row: subject } = macro
  const entity = entityNamed(command.entity ?? '')
  const isOwn = isRow(args.row) && entity !== undefined
  const given = Object.entries(isOwn && isRow(args.row) ? { ...args, ...args.row, row: undefined } : args)
  const fields = isOwn ? entity.fields : (command.arguments ?? {})
  const acted = command.rows?.entity.name ?? command.entity
  return given
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => {
      if (macro.asked.includes(`${step}.${name}`)) return text('macro.askedValue', { title: titleOf(command, name) })
      if (name !== 'ids' && name !== 'id') return `${titleOf(command, name)}: ${shown(fields[name], value)}`
      const isSubject = subject?.entity === acted && [value].flat().every(id => id === subject?.id)
      return isSubject ? text('macro.theRow') : `#${[value].flat().join(', #')}`
    })
}

export function stepsInWords(macro: Macro): readonly string[] {
  return macro.steps.map(({ id, args = {} }, at) => {
    const command = findCommand(id)
    const title = command ? commandTitle(command) : id
    const parts = command ? argumentsInWords(command, args, macro, at) : []
    return [`${at + 1}. ${title}`, ...parts].join(' · ')
  })
}

/** Why a step failed. */
export function failureInWords(result: Result): string {
  switch (result.status) {
    case 'failed':
      return result.message
    case 'partial':
      return result.rows.find(({ ok }) => !ok)?.message ?? ''
    case 'invalid':
      return [...new Set(Object.values(result.faults))].map(fault => text(`fault.${fault}`)).join(' ')
    case 'denied':
      return text(result.message ?? `reason.${result.reason}`)
    default:
      return text('macro.stopped')
  }
}
