/** Result lines: text for people, JSON for programs. */

import type { Arguments, Result } from '../src/commands/core/command.ts'
import { findCommand } from '../src/commands/core/registry.ts'
import { commandTitle } from '../src/commands/core/titles.ts'
import { withoutSecrets } from '../src/commands/recorder/secrets.ts'
import { text } from '../src/data/language.ts'

const inOneLine = (said: string) => said.replaceAll(/\s+/g, ' ').trim()

function rowsOf(result: Result): string {
  const rows = 'rows' in result ? result.rows : undefined
  if (!rows) return ''
  const good = rows.filter(({ ok }) => ok).length
  const refused = [...new Set(rows.filter(({ ok }) => !ok).map(({ message }) => message))]
  const count = text(good === rows.length ? 'script.rows' : 'script.rowsOf', { ok: good, count: rows.length })
  return [count, ...refused].join(' · ')
}

function detailOf(result: Result): string {
  switch (result.status) {
    case 'ok':
      return result.message ? text(result.message, result.values) : rowsOf(result)
    case 'partial':
      return rowsOf(result)
    case 'failed':
      return `${result.code} ${result.message}${errorsIn(result.data)}`
    case 'invalid':
      return Object.entries(result.faults)
        .map(([name, fieldError]) => `${name}: ${text(`fault.${fieldError}`)}`)
        .join('; ')
    case 'denied':
      return text(result.message ?? `reason.${result.reason}`)
    case 'unconfirmed':
      return "--yes | { confirm: 'accept' }"
    case 'cancelled':
      return ''
  }
}

function errorsIn(data: unknown): string {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return ''
  const fieldErrors = Object.entries(data).filter(
    ([, fieldError]) => typeof fieldError === 'string' && text(`fault.${fieldError}`) !== `fault.${fieldError}`,
  )
  return fieldErrors.length === 0
    ? ''
    : ` (${fieldErrors.map(([name, fieldError]) => `${name}: ${text(`fault.${fieldError}`)}`).join('; ')})`
}

/** `ok           brand.save  保存品牌 · 1 行 · 12 ms` */
export function lineFor(id: string, result: Result, milliseconds: number): string {
  const command = findCommand(id)
  const parts = [command ? commandTitle(command) : '', inOneLine(detailOf(result)), `${Math.round(milliseconds)} ms`]
  return `${result.status.padEnd(11)}  ${id}  ${parts.filter(part => part !== '').join(' · ')}`
}

/** JSON line: command, arguments and result. Files are reported by size. */
export function jsonFor(id: string, args: Arguments, result: Result, milliseconds: number): string {
  const command = findCommand(id)
  const plain = (_name: string, value: unknown) =>
    value instanceof Blob ? { size: value.size, type: value.type } : value
  const errors = {
    id,
    args: command ? withoutSecrets(command, args) : {},
    result,
    milliseconds: Math.round(milliseconds),
  }
  return JSON.stringify(errors, plain)
}
