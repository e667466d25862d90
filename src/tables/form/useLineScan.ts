/** Scans into the lines of a document. */
import { type RefObject, useRef, useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Arguments, CommandContext, Result } from '../../commands/core/command.ts'
import type { ScanMatch } from '../../commands/scan/lookUp.ts'
import { chooseAction, matchOf } from '../../commands/scan/scanCommands.ts'
import { sound } from '../../commands/scan/scanSound.ts'
import { clock } from '../../data/clock.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { text } from '../../data/language.ts'
import type { Row, RowId, RowValues } from '../../data/records/row.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { entriesFor, type ScanTarget, withLocation, withScanned } from './scannedLine.ts'
import { takesPallets, withPallet } from './scannedPallet.ts'
import { isOpenField, quantityFieldOf, scannedQuantity } from './scannedQuantity.ts'
import { isPickList, refusalOfPallet, refusalOfScan, refusedScan, type ScanRefusal } from './scanRefusal.ts'

interface LineScan {
  readonly parent: Entity
  readonly line: Entity
  /** Record that the lines belong to. */
  readonly record: RowValues
  readonly rows: RefObject<LineRows>
  readonly isReadOnly: boolean
  put(rows: LineRows, action: EditAction): void
  /** Moves the cursor to a field of a line. */
  enter(index: number, field: string): void
}

const sizeOf = ({ productSpecs: [product], materialSpecs: [material] }: ScanMatch): string | null => {
  const spec = product ?? material
  return spec?.isCatchWeight === true || typeof spec?.baseQtyPerPackage !== 'string' ? null : spec.baseQtyPerPackage
}

/** Row as the scan would fill it: its item tells the units. */
const rowOf = (entries: readonly { columnId: string; value: unknown; label?: unknown }[]): RowValues =>
  Object.fromEntries(
    entries.flatMap(({ columnId, value, label }) => [
      [columnId, value],
      [`${columnId}$label`, label],
    ]),
  )

const isCount = ({ fields }: Entity) => fields.countedQuantity !== undefined

/** Handles scans; returns the refusal to show, and its withdrawal. */
export function useLineScan({ parent, line, record, rows, isReadOnly, put, enter }: LineScan) {
  const [refusal, setRefusal] = useState<ScanRefusal | null>(null)
  const place = useRef<{ last: RowId | null; location: Row | null }>({ last: null, location: null })

  const enterLine = (rowId: RowId, name: string | undefined) => {
    const index = rows.current.findIndex((row, at) => lineKey(row, at) === rowId)
    if (index >= 0 && name) enter(index, name)
  }
  const refuse = (against: ScanRefusal): Result => {
    setRefusal(against)
    sound('refused')
    return refusedScan(against)
  }
  const atLocation = (match: ScanMatch, location: Row): Result => {
    const values = { name: String(location.name ?? location.code) }
    if (isCount(line)) {
      place.current.location = location
      const here = rows.current.findIndex(row => row.locationId === location.id)
      if (here >= 0) enter(here, 'countedQuantity')
      return { status: 'ok', message: 'scan.countingAt', values }
    }
    const last = rows.current.length === 1 ? lineKey(rows.current[0] ?? {}, 0) : place.current.last
    if (last === null) return { status: 'failed', code: 0, message: text('scan.lotFirst', { code: match.code.text }) }
    put(withLocation(line, rows.current, last, location), { kind: 'typed' })
    return { status: 'ok', message: 'scan.locationPut', values }
  }
  const take = async (match: ScanMatch, target: ScanTarget, context: CommandContext): Promise<Result> => {
    const entries = entriesFor(line, match)
    if (!entries) return chooseAction(match, context)
    const amount = await scannedQuantity(line, rowOf(entries), match.elements, sizeOf(match))
    const { location } = place.current
    const isPrepared = isPickList(parent, record)
    if (isPrepared && target.reason === undefined) {
      const against = await refusalOfScan(line, rows.current, entries, match, record)
      if (against) return refuse(against)
    }
    setRefusal(null)
    const how = { ...target, amount, location, isPickList: isPrepared }
    const scanned = withScanned(line, rows.current, match, clock(), how)
    if (!scanned) return chooseAction(match, context)
    sound('taken')
    put(scanned.rows, { kind: scanned.message === 'scan.lineAdded' ? 'rowsAdded' : 'typed' })
    place.current.last = scanned.rowId
    const name = quantityFieldOf(line)
    const row = scanned.rows.find((each, at) => lineKey(each, at) === scanned.rowId)
    if (isCount(line) || (name && !row?.[name] && !isOpenField(line, 'packageQty'))) enterLine(scanned.rowId, name)
    const code = match.code.lotNo ?? match.code.text
    return { status: 'ok', message: scanned.message, values: { code, count: scanned.count } }
  }
  const scan = async (args: Arguments, context: CommandContext, target: ScanTarget = {}): Promise<Result> => {
    const match = await matchOf(args, context)
    if ('status' in match) return match
    const against = refusalOfPallet(parent, line, record, rows.current, match)
    if (against) return refuse(against)
    const [pallet] = match.pallets
    if (pallet && takesPallets(line)) {
      const filled = await withPallet(parent, line, rows, pallet, clock())
      if ('status' in filled) return filled
      setRefusal(null)
      sound('taken')
      put(filled, { kind: 'rowsAdded' })
      return { status: 'ok', message: 'scan.palletAdded', values: { sscc: String(pallet.sscc) } }
    }
    const [location] = match.locations
    const isBin = match.lots.length === 0 && match.code.lotNo === undefined && isOpenField(line, 'locationId')
    return location && isBin ? atLocation(match, location) : take(match, target, context)
  }
  useHandlers({
    'scan.enter': { run: (args, context) => scan(args, context), enabled: () => !isReadOnly },
    'scan.takeAnyway': {
      run: ({ reason }, context) =>
        refusal
          ? scan({ code: refusal.code }, context, { instead: refusal.instead, reason: String(reason) })
          : undefined,
      enabled: () => !isReadOnly && refusal?.isAllowed === true,
    },
    'scan.leave': { run: () => setRefusal(null), enabled: () => refusal !== null },
  })
  return refusal
}
