/** Pallets in the lines of a sale or transfer: whole, scanned or chosen. */
import type { RefObject } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Result } from '../../commands/core/command.ts'
import { isBlankLine } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey, linesOf } from '../../data/drafts/lineKeys.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { text } from '../../data/language.ts'
import { prepareRecords } from '../../data/records/records.ts'
import type { Row, RowId, RowValues } from '../../data/records/row.ts'
import { inserted } from './lineRows.ts'
import { isOpenField } from './scannedQuantity.ts'

interface Moment {
  readonly today: string
  readonly now: string
}

export const takesPallets = (line: Entity): boolean =>
  isOpenField(line, 'palletId') && line.fields.palletId?.to === 'pallet'

const kept = ['id', 'rowVersion', 'key$', 'toLocationId', 'toLocationId$label']

/**
 * Lines that the server proposes for a pallet, with quantities, units and stock.
 * Without an answer the pallet alone, which saving turns into its lines.
 */
async function contentOf({ name }: Entity, { palletId, palletId$label }: RowValues): Promise<readonly RowValues[]> {
  const alone = { palletId, palletId$label }
  const [prepared = {}] = await prepareRecords(name, { lines: [{ palletId }] }).catch(() => [])
  const lines = linesOf(prepared, 'lines').filter(row => row.palletId === palletId)
  return lines.length > 0 ? lines : [alone]
}

/** Content in place of a line; the lines after the first follow it. */
export function withContent(
  line: Entity,
  rows: LineRows,
  rowId: RowId,
  content: readonly RowValues[],
  moment: Moment,
): LineRows {
  const at = rows.findIndex((row, index) => lineKey(row, index) === rowId)
  if (at < 0) return rows
  const target = rows[at] ?? {}
  const room = inserted(line, rows, content.length - 1, at + 1, moment)
  const blank = Object.fromEntries(Object.keys(line.fields).map(name => [name, null]))
  return room.map((row, index) => {
    const given = content[index - at]
    if (!given) return row
    const own = Object.fromEntries(kept.flatMap(name => (name in target ? [[name, target[name]]] : [])))
    const key = index === at ? {} : { id: undefined, rowVersion: undefined, key$: row.key$ }
    return { ...blank, ...given, ...own, ...key }
  })
}

/** Lines with those of the pallet; a refusal in words otherwise. */
export async function withPallet(
  parent: Entity,
  line: Entity,
  latest: RefObject<LineRows>,
  pallet: Row,
  moment: Moment,
): Promise<LineRows | Result> {
  const sscc = String(pallet.sscc)
  if (latest.current.some(row => row.palletId === pallet.id))
    return { status: 'ok', message: 'scan.palletThere', values: { sscc } }
  if (pallet.status !== 'CLOSED') {
    const status = text(`PalletStatus.${pallet.status}`)
    return { status: 'failed', code: 0, message: text('error.palletNotClosed', { sscc, status }) }
  }
  const content = await contentOf(parent, { palletId: pallet.id, palletId$label: sscc })
  const rows = latest.current
  const free = rows.findIndex(row => isBlankLine(line, row))
  const room = free < 0 ? inserted(line, rows, 1, rows.length, moment) : rows
  const at = free < 0 ? rows.length : free
  return withContent(line, room, lineKey(room[at] ?? {}, at), content, moment)
}

interface Chosen {
  readonly rowId: RowId
  readonly row: RowValues
  /** Pallet that the line was of. */
  readonly former: unknown
}

/** Lines whose pallet was chosen, and whose goods are not entered. */
export function chosenPallets(before: LineRows, after: LineRows): readonly Chosen[] {
  const old = new Map(before.map((row, index) => [lineKey(row, index), row.palletId]))
  return after.flatMap((row, index) => {
    const rowId = lineKey(row, index)
    const former = old.get(rowId)
    const isChosen = !isEmpty(row.palletId) && row.palletId !== former
    return isChosen && (isEmpty(row.lotId) || !isEmpty(former)) ? [{ rowId, row, former }] : []
  })
}

/** Fills lines in whose pallet was chosen, as a step with the choice. */
export async function fillChosenPallets(
  { parent, line, moment }: { readonly parent: Entity; readonly line: Entity; readonly moment: Moment },
  before: LineRows,
  rows: RefObject<LineRows>,
  put: (rows: LineRows, action: EditAction) => void,
): Promise<void> {
  if (!takesPallets(line)) return
  for (const { rowId, row, former } of chosenPallets(before, rows.current)) {
    const content = await contentOf(parent, row)
    const isSame = (each: RowValues, index: number) => lineKey(each, index) === rowId
    // Chosen otherwise meanwhile.
    if (rows.current.find(isSame)?.palletId !== row.palletId) continue
    const whole = [row.palletId, ...(isEmpty(former) ? [] : [former])]
    const others = rows.current.filter((each, index) => isSame(each, index) || !whole.includes(each.palletId))
    put(withContent(line, others, rowId, content, moment), { kind: 'completed' })
  }
}
