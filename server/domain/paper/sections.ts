/** Sections of a paper from its rows, by definition alone. */
import { entityNamed } from '#contract/index.ts'
import type { PaperModelColumn, PaperSection, PaperValue } from '#contract/paper/model.ts'
import type { Paper, PaperTable } from '#contract/paper/papers.ts'
import { type Entity, stateOf, textNamed } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import {
  filledColumns,
  formFieldsOf,
  isFilled,
  isNumeric,
  isStateShown,
  isZero,
  lineFieldsOf,
  totalsOf,
  unprintable,
} from '#contract/shownFields.ts'
import type { Writing } from '../importExport/cells.ts'
import { linesShown, type TableRows } from './paperRows.ts'
import { valueText } from './valueText.ts'

/** Column of a table: a field of its rows or of their lines. */
interface Shown {
  readonly id: string
  readonly field: Field
  readonly of: Entity
}

/** Row of a table, by entity of the value: document and line. */
type Cells = ReadonlyMap<Entity, Values>

const columnsOf = (of: Entity, names: readonly string[]): readonly Shown[] =>
  names.flatMap(id => (of.fields[id] ? [{ id, field: of.fields[id], of }] : []))

/** Fields of the head that the paper of a record shows. */
function headNames(entity: Entity, row: Values, { fields }: Paper): readonly string[] {
  if (fields) return fields
  const omitted = entity.paper?.omitted ?? []
  return [...Object.keys(formFieldsOf(entity, true)), ...(isStateShown(entity) ? [stateOf(entity)] : [])].filter(
    name => !omitted.includes(name) && !(entity.document && isZero(entity.fields[name] as Field, row[name])),
  )
}

export function headSection(
  entity: Entity,
  row: Values,
  paper: Paper,
  writing: Writing,
  said: readonly string[],
): PaperSection {
  const names = headNames(entity, row, paper).filter(name => !said.includes(name) && !paper.text?.includes(name))
  const values = columnsOf(entity, names).flatMap(({ id, field }): readonly PaperValue[] =>
    isFilled(row[id]) && !unprintable.has(field.kind)
      ? [{ title: writing.wording.say(`${entity.name}.${id}`), text: valueText(entity, id, row, writing) }]
      : [],
  )
  return { kind: 'values', values }
}

/** One column for references of which a row has one, e.g. material or semi-finished product. */
function tableOf(
  title: string,
  columns: readonly Shown[],
  rows: readonly Cells[],
  writing: Writing,
  blank: readonly string[] = [],
): Extract<PaperSection, { kind: 'table' }> {
  const entities = [...new Set(columns.map(({ of }) => of))]
  const filled = entities.flatMap(of => {
    const own = columns.filter(column => column.of === of)
    const shown = filledColumns(
      of,
      own,
      rows.map(row => row.get(of) ?? {}),
    )
    return own.filter(column => shown.includes(column) || blank.includes(column.id))
  })
  // Order as declared, whatever entity a column is of.
  const shown = columns.filter(column => filled.includes(column))
  const merged = ({ of, id }: Shown) => {
    const [first, other] = of.paper?.item ?? []
    return id === first && other !== undefined && columns.some(column => column.of === of && column.id === other)
      ? other
      : undefined
  }
  const heads = shown.map((column): PaperModelColumn => {
    const key = merged(column) === undefined ? `${column.of.name}.${column.id}` : 'paper.item'
    return { title: writing.wording.say(key), ...(isNumeric(column.field) ? { isNumeric: true } : {}) }
  })
  const hasUnit = (of: Entity) => shown.some(({ id, of: own }) => own === of && (id === 'unitId' || id === 'unitName'))
  const cell = (row: Cells, column: Shown): string => {
    if (blank.includes(column.id)) return ''
    const values = row.get(column.of) ?? {}
    const other = merged(column)
    const name = other !== undefined && !isFilled(values[column.id]) ? other : column.id
    return valueText(column.of, name, values, writing, hasUnit(column.of))
  }
  return { kind: 'table', title, columns: heads, rows: rows.map(row => shown.map(column => cell(row, column))) }
}

/** Lines of the record itself, with the sums under them. */
export function lineSections(entity: Entity, row: Values, paper: Paper, writing: Writing): readonly PaperSection[] {
  const { say } = writing.wording
  return Object.entries(entity.lines).flatMap(([name, line]) => {
    const names = paper.lines ? (paper.lines[name] ?? []) : lineFieldsOf(line).map(([each]) => each)
    const rows = (row[name] ?? []) as readonly Values[]
    if (names.length === 0 || rows.length === 0) return []
    const cells = rows.map(each => new Map([[line, each]]))
    const table = tableOf(say(`${entity.name}.${name}`), columnsOf(line, names), cells, writing, paper.blank)
    // Sums belong to what the whole record says.
    const totals = paper.lines ? [] : totalsOf(entity).filter(([each]) => isFilled(row[each]))
    return [
      {
        ...table,
        ...(totals.length > 0
          ? {
              totals: totals.map(([each]) => ({
                title: say(`${entity.name}.${each}`),
                text: valueText(entity, each, row, writing),
              })),
            }
          : {}),
      },
    ]
  })
}

/** Lines that are proposed, shown as those of an issue. */
export function proposedSection(line: Entity, rows: readonly Values[], writing: Writing): PaperSection {
  const names = ['materialId', 'semiProductId', 'lotId', 'supplierLotNo', 'expiryDate', 'locationId', 'qty']
  const { say } = writing.wording
  const cells = rows.map(row => new Map([[line, row]]))
  const table = tableOf(say('paper.toPick'), columnsOf(line, names), cells, writing)
  const picked = { title: say('paper.picked'), isNumeric: true }
  return rows.length === 0
    ? { ...table, note: say('paper.nothingToPick') }
    : { ...table, columns: [...table.columns, picked], rows: table.rows.map(row => [...row, '']) }
}

/** Rows of another list; without the right to it the paper says so. */
export function tableSection({ table, entity, rows, lines }: TableRows, writing: Writing): PaperSection {
  const { say } = writing.wording
  const shown = linesShown(table, entity)
  const columns = table.columns.flatMap(path => {
    const [list, name] = path.split('.')
    return shown && name !== undefined && shown[0] === list ? columnsOf(shown[1], [name]) : columnsOf(entity, [path])
  })
  const cells = rows.flatMap((row): readonly Cells[] => {
    const own = lines?.by.get(row.id)
    if (!lines || !own) return [new Map([[entity, row]])]
    return own.map(
      line =>
        new Map<Entity, Values>([
          [entity, row],
          [lines.entity, line],
        ]),
    )
  })
  const made = tableOf(titleOf(table.title, entity, say), columns, cells, writing)
  return cells.length === 0 ? { ...made, note: say('paper.none') } : made
}

export function forbiddenSection(title: string | undefined, entity: Entity, { wording }: Writing): PaperSection {
  const note = wording.say('paper.notPermitted')
  return { kind: 'table', title: titleOf(title, entity, wording.say), columns: [], rows: [], note }
}

/** Said first: a sheet without its last page must not seem whole. */
export function incompleteSection(missing: readonly PaperTable[], writing: Writing): readonly PaperSection[] {
  if (missing.length === 0) return []
  const { say } = writing.wording
  const titles = missing.map(({ title, of }) => titleOf(title, entityNamed(of) as Entity, say))
  const parts = [...new Set(titles)].join(say('paper.listed'))
  return [{ kind: 'text', text: say('paper.incomplete', { parts }) }]
}

const titleOf = (title: string | undefined, { name }: Entity, say: (key: string) => string) =>
  title === undefined
    ? textNamed('plural', name, say) === name
      ? say(name)
      : textNamed('plural', name, say)
    : say(title)

export function textSections(entity: Entity, row: Values, { text = [] }: Paper): readonly PaperSection[] {
  return text.flatMap(name => {
    const value = row[name]
    if (!isFilled(value)) return []
    const isRich = entity.fields[name]?.kind === 'richText'
    return [{ kind: 'text' as const, text: isRich ? plainTextOf(String(value)) : String(value) }]
  })
}
