/** One-line facts of a record for confirmations: number, partner, lines, total. */
import { decimal } from '#contract/schema/decimal.ts'
import { type Entity, titleOfRow } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { isEmpty } from '#contract/schema/validate.ts'
import { text } from '../../data/api/messages.ts'
import { grouped, isNumber } from '../../data/numerals.ts'
import type { RowOutcome } from '../../data/records/records.ts'

/** Maximum records listed; beyond, only their number. */
const mostTold = 6

function partnersOf(entity: Entity, row: Values): readonly string[] {
  const most = Object.keys(entity.lines).length > 0 ? 2 : 4
  return Object.entries(entity.fields)
    .filter(([name, { kind, list }]) => kind === 'reference' && list && name !== entity.title && name !== 'unitId')
    .map(([name]) => row[`${name}$label`])
    .filter(label => typeof label === 'string' && label !== '')
    .slice(0, most) as string[]
}

const unitOf = (row: Values) => (typeof row.unitId$label === 'string' ? ` ${row.unitId$label}` : '')

const quantityOf = ({ fields }: Entity) =>
  Object.keys(fields).find(name => fields[name]?.kind === 'quantity' && fields[name]?.list && !fields[name]?.byServer)

/** Sum of the lines if all share one unit. */
function sumOf(line: Entity, rows: readonly Values[]): string | null {
  const name = quantityOf(line)
  const units = new Set(rows.map(unitOf))
  const [unit = ''] = units
  if (name === undefined || units.size !== 1 || unit === '') return null
  return `${grouped(rows.reduce((sum, row) => sum.plus(decimal(row[name])), decimal(0)).toFixed())}${unit}`
}

function totalsOf(entity: Entity, row: Values): readonly string[] {
  const amounts = Object.entries(entity.fields).filter(([, { kind, list }]) => kind === 'money' && list)
  const told = amounts
    .filter(([name]) => isNumber(row[name]))
    .map(([name]) => `${text(`${entity.name}.${name}`)} ${grouped(row[name], 2)}`)
  const own = quantityOf(entity)
  if (own !== undefined && isNumber(row[own]))
    return [...told, `${text(`${entity.name}.${own}`)} ${grouped(row[own])}${unitOf(row)}`]
  const sums = Object.entries(entity.lines).map(([name, line]) =>
    sumOf(line, (row[name] as Values[] | undefined) ?? []),
  )
  return [...told, ...sums.flatMap(sum => (sum === null ? [] : text('confirm.sum', { sum })))]
}

export function factOf(entity: Entity, row: Values, isNew: boolean): string {
  const title = isNew || isEmpty(row[entity.title]) ? text('confirm.newRecord') : titleOfRow(entity, row, text)
  const lines = Object.keys(entity.lines).flatMap(name => {
    const rows = row[name]
    return Array.isArray(rows) ? text('confirm.lines', { count: rows.length }) : []
  })
  return [title, ...partnersOf(entity, row), ...lines, ...totalsOf(entity, row)].join(' · ')
}

/** Facts of the first records, with the number of the rest. */
export function postingFacts(entity: Entity, rows: readonly Values[], isNew = false): readonly string[] {
  const told = rows.slice(0, mostTold).map(row => factOf(entity, row, isNew))
  const left = rows.length - told.length
  return left > 0 ? [...told, text('confirm.further', { count: left })] : told
}

export function refusedFacts(entity: Entity, outcomes: readonly RowOutcome[], known: readonly Values[]) {
  return outcomes
    .filter(({ ok }) => !ok)
    .slice(0, mostTold)
    .map(({ id, message }) => {
      const row = known.find(each => each.id === id)
      return text('confirm.refused', { title: row ? titleOfRow(entity, row, text) : `#${id}`, message })
    })
}
