/** Typed cells: text, numbers, days, instants. */

import { createElement } from 'react'
import { entityNamed } from '#contract/index.ts'
import { isShipped, shippedText, storedName } from '#contract/messages/shippedNames.ts'
import { titleOfRow, titleOfTarget } from '#contract/rowTitle.ts'
import { type Entity, textNamed } from '#contract/schema/entity.ts'
import { type Field, isObject } from '#contract/schema/field.ts'
import { arrow, changesIn, membersChanged, sidesOf, typedValue } from '#contract/system/auditChanges.ts'
import { parameterValues } from '#contract/system/taskParameters.ts'
import { listed } from '../data/entityNames.ts'
import { localeAtom, text } from '../data/language.ts'
import { grouped, isNumber, trimmed } from '../data/numerals.ts'
import { dayOf, momentHint } from '../data/plantClock.ts'
import type { RowValues } from '../data/records/row.ts'
import { titleOfEntry } from '../data/session/menuParents.ts'
import { menuTitle } from '../data/session/menuTitle.ts'
import { wholeMenuAtom } from '../data/session/permittedMenu.ts'
import { store } from '../data/store.ts'
import { type CellKind, plainCell, raw } from './cell.ts'
import { parseDay, parseInstant, showInstant } from './days.ts'
import { parseDecimal, parseWhole } from './numbers.ts'
import { askedInWords } from './options/asked.ts'
import { isWritten, parseWritten } from './quantities.ts'
import { ScheduleText } from './schedule/ScheduleText.tsx'

export const textCell: CellKind = {
  align: 'start',
  width: 150,
  editor: 'text',
  show: (value, row, { messageKeyPrefix, format, titleOf }) => {
    if (titleOf) return targetInWords(value, row, titleOf)
    if (format === 'menuTitle' && value) return menuTitle({ name: String(row.name ?? ''), title: String(value) })
    if (format && value && isShipped(format)) return shippedText(format, String(value), text)
    if (format === 'schedule' && value) return createElement(ScheduleText, { cron: String(value) })
    return messageKeyPrefix !== undefined && value ? textNamed(messageKeyPrefix, String(value), text) : raw(value)
  },
  // Cells hold one line: control characters become spaces.
  parse: (typed, { format = '' }) => {
    const line = typed.replace(/[\r\n\t]+/g, ' ').trim()
    return { value: storedName(format, line, [text]) }
  },
  toText: (value, row, { titleOf, format = '' }) =>
    titleOf ? targetInWords(value, row, titleOf) : shippedText(format, raw(value), text),
  clear: null,
}

export const longTextCell: CellKind = {
  ...textCell,
  width: 260,
  show: (value, row, field, locale, name) => {
    if (field.format === undefined || !value) return textCell.show(value, row, field, locale, name)
    if (field.format === 'taskParameters') return parametersInWords(String(value))
    return field.format === 'traceQuestion'
      ? askedInWords(String(value), row.direction, locale)
      : changesInWords(String(value), row).replaceAll('\n', locale === 'en-US' ? ';\n' : '；\n')
  },
  parse: text => ({ value: text.replaceAll('\r\n', '\n').trim() }),
}

/** Several short texts, separated by spaces or commas. */
export const textsCell: CellKind = {
  ...textCell,
  show: value => (Array.isArray(value) ? value.join(', ') : raw(value)),
  parse: text => ({ value: text.split(/[\s,,、;;]+/).filter(Boolean) }),
  toText: value => (Array.isArray(value) ? value.join(', ') : raw(value)),
  clear: [],
}

export const secretCell: CellKind = {
  ...textCell,
  editor: 'none',
  show: () => '••••••',
  toText: () => '',
}

/** Structured content is display only. */
export const jsonCell: CellKind = { ...textCell, editor: 'none', width: 200 }

const parentTitle = (id: unknown) => titleOfEntry(store.get(wholeMenuAtom) ?? [], id)

export const wholeCell: CellKind = {
  align: 'end',
  width: 90,
  editor: 'text',
  inputMode: 'numeric',
  show: (value, _row, { format }) => {
    if (format === 'menuParent') return value === 0 ? text('menu.topLevel') : (parentTitle(value) ?? raw(value))
    return isNumber(value) ? grouped(value) : raw(value)
  },
  parse: (typed, field, rules) => {
    const value = parseWhole(typed)
    if (value !== null) return { value }
    return isWritten(typed) ? parseWritten(typed, field, rules) : { fieldError: 'integer' }
  },
  toText: raw,
  clear: null,
}

const decimalCell = (least: number, width: number): CellKind => ({
  align: 'end',
  width,
  editor: 'text',
  inputMode: 'decimal',
  show: value => (isNumber(value) ? grouped(value, least) : raw(value)),
  parse: (typed, field, rules) => {
    const value = parseDecimal(typed)
    return value === null ? parseWritten(typed, field, rules) : { value }
  },
  toText: value => (isNumber(value) ? trimmed(value, least) : raw(value)),
  clear: null,
})

export const quantityCell = decimalCell(0, 110)
export const plainDecimalCell = decimalCell(0, 100)
export const moneyCell = decimalCell(2, 110)

export const rateCell: CellKind = {
  ...decimalCell(0, 90),
  show: value => (isNumber(value) ? `${grouped(value)}%` : raw(value)),
}

export const dateCell: CellKind = {
  align: 'start',
  width: 104,
  editor: 'date',
  show: raw,
  parse: text => {
    const value = parseDay(plainCell(text), dayOf(new Date()))
    return value === null ? { fieldError: 'date' } : { value }
  },
  toText: raw,
  clear: null,
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const emptyOr = (shown: string, { emptyText }: Field) => (shown === '' && emptyText ? text(emptyText) : shown)

export const instantCell: CellKind = {
  align: 'start',
  width: 136,
  editor: 'instant',
  show: (value, _row, field) =>
    isInstant(value)
      ? createElement('time', { dateTime: value, title: momentHint(value) }, showInstant(value))
      : emptyOr(raw(value), field),
  parse: text => {
    const value = parseInstant(text, new Date())
    return value === null ? { fieldError: 'instant' } : { value }
  },
  toText: (value, _row, field) => emptyOr(value ? showInstant(value) : '', field),
  hint: value => (isInstant(value) ? momentHint(value) : undefined),
  clear: null,
}

// Audit changes localized on display; stored by field name, as rows are hashed.

function said(value: string, field: Field, labels: unknown): string {
  if (field.to && isObject(labels)) {
    const named = (id: string) => shippedText(String(field.to), raw(labels[`${field.to}:${id}`] ?? id), text)
    return field.kind === 'references' ? value.replace(/\d+/g, named).replace(/^\[(.*)\]$/, '$1') : named(value)
  }
  if (field.kind === 'instant') return Number.isNaN(Date.parse(value)) ? value : showInstant(value)
  if (field.kind === 'flag' && (value === 'true' || value === 'false'))
    return text(`flag.${value === 'true' ? 'yes' : 'no'}`)
  return field.enumeration ? textNamed(field.enumeration.name, value, text) : value
}

/** Members that came and went; undefined for values of other kinds. */
export function membersInWords(field: Field, before: unknown, after: unknown, named: (id: unknown) => string) {
  const changed = field.kind === 'references' ? membersChanged(before, after) : null
  if (!changed) return undefined
  const parts = (['added', 'removed'] as const).filter(side => changed[side].length > 0)
  return parts.map(side => text(`history.members.${side}`, { names: listed(changed[side].map(named)) }))
}

/** Parameters of a task by their titles; unreadable text stays literal. */
function parametersInWords(stored: string): string {
  const said = ([name, value]: readonly [string, unknown]) => `${textNamed('task.parameter', name, text)} ${raw(value)}`
  return listed(Object.entries(parameterValues(stored) ?? {}).map(said)) || stored
}

function targetInWords(title: unknown, row: RowValues, { entity, id }: NonNullable<Field['titleOf']>): string {
  if (!title) return row[id] ? `#${row[id]}` : ''
  return titleOfTarget(String(row[entity]), String(title), text)
}

/** Title of a row in words; one about another record says which. */
export function titleInWords(entity: Entity, row: RowValues): string {
  const [name, { titleOf } = {}] = Object.entries(entity.fields).find(([, field]) => field.titleOf) ?? []
  const target = name && titleOf ? targetInWords(row[name], row, titleOf) : ''
  return [titleOfRow(entity, row, text), target].filter(Boolean).join(' ')
}

/** Labels by job, papers by checksum. */
function issuedInWords({ labels, paper, hash }: RowValues, entity: string): string | null {
  if (typeof labels === 'string') return text('history.labels', { docNo: labels })
  if (typeof paper !== 'string') return null
  const title = paper === 'record' ? textNamed('paper.of', entity, text) : textNamed('paper.title', paper, text)
  return text('history.paper', { title: title === entity ? text(entity) : title, hash: String(hash).slice(0, 8) })
}

/** Entry that names no field, e.g. a trace or print. */
export function literalInWords(changes: string, entity: string): string {
  if (entity === 'reviewasc' || entity === 'reviewdesc')
    return askedInWords(changes, entity.replace('review', '').toUpperCase(), store.get(localeAtom))
  const facts = parameterValues(changes) ?? {}
  if (typeof facts.rows === 'number') return text('history.exported', { count: facts.rows })
  const issued = issuedInWords(facts, entity)
  if (issued !== null) return issued
  return /^\w+$/.test(changes) ? textNamed(entity, changes, text) : changes
}

function lineInWords(entity: Entity, [lines, id]: readonly [string, string], numbers: unknown): string {
  const number = isObject(numbers) ? numbers[`${lines}#${id}`] : undefined
  const line = typeof number === 'number' ? text('history.line', { number }) : `#${id}`
  const title = text(`${entity.name}.${lines}`)
  return Object.keys(entity.lines).length > 1 || line.startsWith('#') ? `${title} ${line}` : line
}

/** Localized changes of a row of the trail; unparseable text stays literal. */
export function changesInWords(changes: string, row: RowValues): string {
  const of = entityNamed(String(row.entity))
  const known = of ? changesIn(of, changes) : []
  if (!of || known.length === 0) return literalInWords(changes, String(row.entity))
  return known
    .map(({ owner, name, field, line, values }) => {
      const place = line ? `${lineInWords(of, line, row.changes$lines)} · ` : ''
      const stored = sidesOf(values)
      const [before, after] = (stored ?? []).map(value => typedValue(field, value))
      const named = (value: unknown) => said(String(value), field, row.changes$labels)
      const sides = stored?.map(named)
      const shown =
        row.action === 'CREATE'
          ? sides?.[1]
          : (membersInWords(field, before, after, named)?.join(' / ') ?? sides?.join(arrow))
      return `${place}${text(`${owner.name}.${name}`)}: ${(shown ?? values).replaceAll('\n', ' ↵ ')}`
    })
    .join('\n')
}
