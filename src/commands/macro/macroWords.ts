/** Macros in words, for the question before they run. */
import { entityNamed } from '#contract/index.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { type Field, type Fields, isEmpty } from '#contract/schema/field.ts'
import { text } from '../../data/language.ts'
import { labelOf } from '../../data/records/labels.ts'
import { isRow, type RowValues } from '../../data/records/row.ts'
import type { Arguments, Command, Result } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { commandTitle } from '../core/titles.ts'
import { isSave, type Macro, type MacroValue, macroValues } from './macro.ts'

const titleOf = (command: Command, name: string) => {
  if (isSave(command) && name === 'submit') return text('shell.submit')
  const own = text(`${command.id}.${name}`)
  return own === `${command.id}.${name}` ? text(`${command.entity ?? command.id}.${name}`) : own
}

function shown(field: Field | undefined, value: unknown): string {
  if (field?.kind === 'reference' && typeof value === 'number')
    return shippedText(field.to ?? '', labelOf(field.to ?? '', value) ?? `#${value}`, text)
  if (field?.kind === 'enumeration') return text(`${field.enumeration?.name}.${value}`)
  if (field?.kind === 'flag') return text(value === true ? 'flag.yes' : 'flag.no')
  if (typeof value === 'boolean') return text(value ? 'flag.yes' : 'flag.no')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Choice of a value to ask: `原因 = 检验合格`. */
export const valueInWords = ({ command, name, fields, value }: MacroValue): string =>
  `${titleOf(command, name)} = ${shown(fields[name], value)} · ${commandTitle(command)}`

/** All values of a step: nothing runs unseen. */
function argumentsInWords(command: Command, args: Arguments, macro: Macro, step: number): readonly string[] {
  const { row: subject } = macro
  const acted = command.rows?.entity.name ?? command.entity
  const asked = new Set(macroValues(macro.steps).flatMap(({ code }) => (macro.asked.includes(code) ? [code] : [])))
  const inWords = (values: RowValues, fields: Fields, isAskable: boolean) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const title = titleOf(command, name)
        if (isAskable && asked.has(`${step}.${name}`)) return text('macro.askedValue', { title })
        if (isEmpty(value)) return text('macro.clearedValue', { title })
        if (name !== 'ids' && name !== 'id') return `${title}: ${shown(fields[name], value)}`
        const isSubject = subject?.entity === acted && [value].flat().every(id => id === subject?.id)
        return isSubject ? text('macro.theRow') : `#${[value].flat().join(', #')}`
      })
  const own = command.arguments ?? {}
  if (!isSave(command)) return inWords(args, own, true)
  const { row, rows, ...others } = args
  const fields = entityNamed(command.entity ?? '')?.fields ?? {}
  const given = [row, rows].flat().filter(isRow)
  return [...inWords(others, own, !isRow(row)), ...given.flatMap(each => inWords(each, fields, each === row))]
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
