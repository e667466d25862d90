/** The current list of an entity as a CSV file, whole: filters, search and order as on screen. */
import type { Entity } from '../contract/schema/entity.ts'
import type { Field, Values } from '../contract/schema/field.ts'
import { text } from '../data/messages.ts'
import { listRecords } from '../data/records.ts'
import { type CommandContext, done, type Result } from './command.ts'
import { offerDownload } from './downloads.ts'
import { listedQuery } from './windows.ts'

const pageSize = 200

/** A cell that a spreadsheet would take for a formula is handed over as text. */
const disarmed = (value: string) => (/^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value)

const quoted = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

function shown(field: Field, name: string, row: Values): string {
  const value = row[name]
  if (value === null || value === undefined) return ''
  if (field.kind === 'reference' || field.kind === 'references') {
    const labels = row[`${name}$label`] ?? row[`${name}$labels`] ?? value
    return Array.isArray(labels) ? labels.map(String).join(' ') : String(labels)
  }
  const codes = Array.isArray(value) ? value : [value]
  if (field.enumeration) return codes.map(code => text(`${field.enumeration?.name}.${code}`)).join(' ')
  return codes.map(String).join(' ')
}

/** The rows as CSV with titles in the language of the console. */
export function csvOf(entity: Entity, rows: readonly Values[]): string {
  const columns = Object.entries(entity.fields).filter(([, field]) => field.list && field.kind !== 'secret')
  const heading = columns.map(([name]) => text(`${entity.name}.${name}`))
  const lines = rows.map(row => columns.map(([name, field]) => disarmed(shown(field, name, row))))
  return [heading, ...lines].map(line => line.map(quoted).join(',')).join('\r\n')
}

/** Reads every page of the list and makes a file of it. */
export async function exportList(entity: Entity, args: Values, context: CommandContext): Promise<Result> {
  const query = { ...listedQuery(entity.name), ...args }
  const rows: Values[] = []
  for (let page = 1; ; page++) {
    const answer = await listRecords(entity.name, { ...query, page, size: pageSize }, context.signal)
    rows.push(...answer.rows)
    if (answer.rows.length < pageSize || rows.length >= answer.total) break
  }
  const csv = csvOf(entity, rows)
  const name = `${entity.name}.csv`
  // The mark tells spreadsheets that it is UTF-8.
  if (context.surface !== 'script') offerDownload(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
  return done({ name, rows: rows.length, csv })
}
