/** Grid columns and their editability, from the definition alone. */
import { entityNamed } from '#contract/index.ts'
import { type Entity, isServerMaintained, stateOf } from '#contract/schema/entity.ts'
import { type Field, isEntered } from '#contract/schema/field.ts'
import { type Grants, permits } from '#contract/schema/permission.ts'
import { fieldsAhead, lineFieldsOf } from '#contract/shownFields.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { cells } from '../../fields/index.ts'
import { operatorsOf } from '../../fields/operators.ts'
import { unitBeside } from '../../fields/quantities.ts'
import { quantitySourcesOf, unitOf } from '../../fields/units.ts'
import type { GridColumn } from '../../grid/state/column.ts'
import { explanationOf } from './glossary.ts'

export function isOpen(field: Field, isStored: boolean): boolean {
  return isEntered(field) && !(field.fixed && isStored)
}

export function closedFor(field: Field, isStored: boolean): string | undefined {
  if (field.computed) return 'grid.reason.computed'
  if (!isEntered(field)) return 'grid.reason.byServer'
  return isOpen(field, isStored) ? undefined : 'grid.reason.fixed'
}

export function closedBy(entity: Entity, row: RowValues): string {
  if (isServerMaintained(entity)) return 'grid.reason.kept'
  return row[stateOf(entity)] === 'SUBMITTED' ? 'grid.reason.posted' : 'grid.reason.closed'
}

/** Server sorting needs stored, orderable columns. */
function isSortable(field: Field): boolean {
  return (
    !field.derived &&
    !['references', 'enumerations', 'texts', 'json', 'secret', 'longText', 'richText', 'image', 'files'].includes(
      field.kind,
    )
  )
}

export function isFilterable(field: Field): boolean {
  return (!field.derived || field.filter === true) && operatorsOf(field).length > 0
}

function shownBy(field: Field): Field {
  const target = field.kind === 'reference' && field.to ? entityNamed(field.to) : undefined
  const title = target?.fields[target.title]
  return title?.kind === 'text' ? title : field
}

const widthOfText = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 12 : 7), 0)

/** Longest number kept on one line, in characters. */
export const maxUnbroken = 24

/** Width limit in pixels for choice columns. */
const widestChoice = 190

const expiredWidth = 90

function widthOfOptions({ kind, enumeration, expiresBy }: Field, say: (key: string) => string): number {
  if (kind !== 'enumeration' || !enumeration) return 0
  const widths = Object.entries(enumeration.options).map(([code, title]) => {
    const key = `${enumeration.name}.${code}`
    const said = say(key)
    return widthOfText(said === key ? title : said)
  })
  return Math.min(Math.max(0, ...widths) + (expiresBy ? expiredWidth : 34), widestChoice)
}

/** Width from field limits; title and sort arrow need space too. */
function widthOf(field: Field, title: string, say: (key: string) => string): number {
  if (field.width !== undefined) return field.width
  const { kind, max = 1000, key, pattern } = shownBy(field)
  // Document and lot numbers differ at their end, which must stay visible.
  const isNumber = key === true && kind === 'text' && max > 20 && max <= 30
  const least = isNumber ? 150 : widthOfOptions(field, say)
  const given = cells[field.kind].width
  const content =
    kind === 'text' && max <= 20 ? (pattern === 'PHONE' ? 122 : 100) : kind === 'text' && max <= 30 ? 142 : given
  const short = field.kind === 'reference' && max <= 30 ? 88 : content
  const wide = widthOfText(title) + 32
  return Math.max(Math.min(short, given), Math.min(wide, 180), least)
}

const toColumn = (prefix: string, name: string, field: Field, say: (key: string) => string): GridColumn => {
  const kind = cells[field.kind]
  const title = say(`${prefix}.${name}`)
  const explanation = explanationOf(prefix, name, say)
  return {
    id: name,
    entity: prefix,
    title,
    width: widthOf(field, title, say),
    kind,
    field,
    readOnly: !isEntered(field) || kind.editor === 'none',
    ...(explanation === undefined ? {} : { explanation }),
  }
}

function counted({ fields, line }: Entity, name: string): Pick<GridColumn, 'unit' | 'quantity' | 'unitIn'> {
  const [unit, quantity] = [unitOf(fields, name), quantitySourcesOf(fields, name)]
  const hasColumn = line === true && (fields.unitId?.list === true || fields.unitName?.list === true)
  const isBeside = quantity && quantity.fixed === undefined && (quantity.isPackages || !hasColumn)
  return {
    ...(unit ? { unit } : {}),
    ...(quantity ? { quantity } : {}),
    ...(isBeside ? { unitIn: (row, of) => unitBeside(name, fields, quantity, row, of) } : {}),
  }
}

/** List columns, the declared ones first. Title and state are pinned. */
export function gridColumns(entity: Entity, say: (key: string) => string): readonly GridColumn[] {
  const shown = fieldsAhead(entity).filter(
    ([, { kind, filterOnly }]) => kind !== 'secret' && kind !== 'json' && !filterOnly,
  )
  const first = shown.find(([, field]) => field.list && !field.hidden)?.[0]
  const hasActions = Object.keys(entity.actions).length > 0
  return shown.map(([name, field]) => ({
    ...toColumn(entity.name, name, field, say),
    ...counted(entity, name),
    sortable: isSortable(field),
    filterable: isFilterable(field),
    ...(field.list && !field.hidden ? {} : { hidden: true }),
    ...(name === first || (name === entity.title && field.list) ? { isKey: true } : {}),
    ...(name === first || (hasActions && name === stateOf(entity)) ? { pinned: 'start' as const } : {}),
    ...(entity.operations.includes('save') ? {} : { readOnly: true }),
  }))
}

/** Line columns; line numbers are row headers. */
export function lineColumnsOf(line: Entity, say: (key: string) => string): readonly GridColumn[] {
  return lineFieldsOf(line).map(([name, field], index) => ({
    ...toColumn(line.name, name, field, say),
    ...counted(line, name),
    ...(index === 0 ? { pinned: 'start' as const } : {}),
  }))
}

export function maySave(grants: Grants, entity: Entity, id: RowId | 'new'): boolean {
  const button = typeof id === 'number' ? 'edit' : 'add'
  return entity.operations.includes('save') && permits(grants, { menu: entity.name, button })
}
