/** Scans into the form of a record that is about one lot. */
import { type RefObject, useRef, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Arguments, CommandContext, Result } from '../../commands/core/command.ts'
import { chooseAction, matchOf } from '../../commands/scan/scanCommands.ts'
import { sound } from '../../commands/scan/scanSound.ts'
import { localeAtom } from '../../data/language.ts'
import type { Row, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { cells } from '../../fields/index.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { ScanRefusalBanner } from '../form/ScanRefusalBanner.tsx'
import { entriesFor, isOfItem } from '../form/scannedLine.ts'
import { isOpenField, quantityFieldOf, scannedQuantity } from '../form/scannedQuantity.ts'
import { refusedScan, type ScanRefusal } from '../form/scanRefusal.ts'
import type { Document } from './useDocument.ts'

const without = (row: RowValues, names: readonly string[]): RowValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

export const takesLot = (entity: Entity): boolean =>
  Object.keys(entity.lines).length === 0 && isOpenField(entity, 'lotId') && entity.fields.lotId?.to === 'stocklot'

const items = ['materialId', 'semiProductId', 'productId']

/** Does the document use the goods, or only tell of them? */
const usesGoods = ({ fields }: Entity) => fields.producePlanId?.required === true

function stateOf({ qualityStatus }: Row): string {
  const field = entityNamed('stocklot')?.fields.qualityStatus
  return field ? cells[field.kind].toText(qualityStatus, {}, field, store.get(localeAtom), 'qualityStatus') : ''
}

/** Null where the lot may be taken. */
function refusalOf(entity: Entity, row: RowValues, lot: Row, isItem: boolean): Omit<ScanRefusal, 'code'> | null {
  const lotNo = String(lot.lotNo)
  const item = String(lot.itemName ?? '')
  if (usesGoods(entity) && lot.isUsable === false)
    return { message: 'scan.refused.unusable', values: { lotNo, reason: stateOf(lot) }, isAllowed: false }
  if (!isItem) return { message: 'scan.refused.notListed', values: { lotNo, item }, isAllowed: false }
  if (isEmpty(row.lotId) || row.lotId === lot.id) return null
  const proposed = String(row.lotId$label ?? '')
  return { message: 'scan.refused.otherLot', values: { lotNo, proposed }, isAllowed: false }
}

interface RecordScanProps {
  readonly document: Document
  readonly screen: RefObject<HTMLElement | null>
}

/** Lot scans; answers the last refusal until it is withdrawn. */
export function RecordScan({ document: { entity, values, isReadOnly, edit }, screen }: RecordScanProps) {
  const [refusal, setRefusal] = useState<ScanRefusal | null>(null)
  // Filled by the last scan: the next one may correct it.
  const filled = useRef<RowValues>({})

  const take = async (args: Arguments, context: CommandContext): Promise<Result> => {
    const match = await matchOf(args, context)
    if ('status' in match) return match
    const [lot, ...others] = match.lots
    const entries = entriesFor(entity, match)
    if (!lot || others.length > 0 || !entries || !values) return chooseAction(match, context)
    const isOwn = !isEmpty(filled.current.lotId) && values.lotId === filled.current.lotId
    const row = isOwn && values.lotId !== lot.id ? without(values, Object.keys(filled.current)) : values
    const isItem = items.every(name => isEmpty(row[name])) || isOfItem(row, entries)
    const against = refusalOf(entity, row, lot, isItem)
    setRefusal(against && { ...against, code: match.code.text })
    if (against) {
      sound('refused')
      return refusedScan({ ...against, code: match.code.text })
    }
    const patch = Object.fromEntries(
      entries.flatMap(({ columnId, value, label }) => [
        [columnId, value],
        ...(label === undefined ? [] : [[`${columnId}$label`, label]]),
      ]),
    ) as RowValues
    const name = quantityFieldOf(entity)
    const { quantity } = await scannedQuantity(entity, patch, match.elements, null)
    const weighed = name && quantity !== null && isEmpty(row[name]) ? { [name]: quantity } : {}
    const isRight = row.lotId === lot.id
    const given = { ...patch, ...weighed }
    if (!isRight) filled.current = Object.fromEntries(Object.entries(given).filter(([each]) => isEmpty(row[each])))
    const amount = name ? screen.current?.querySelector<HTMLElement>(`[data-field="${name}"] input`) : null
    const isEntering = amount === globalThis.document.activeElement
    // A focused input keeps its own text.
    if (isEntering) amount?.blur()
    edit(given, { kind: 'typed' })
    sound('taken')
    if (isEntering || (name && isEmpty(row[name]) && isEmpty(weighed[name])))
      requestAnimationFrame(() => amount?.focus())
    const code = String(lot.lotNo)
    return { status: 'ok', message: isRight ? 'scan.lotRight' : 'scan.lotTaken', values: { code } }
  }
  useHandlers({
    'scan.enter': { run: take, enabled: () => !isReadOnly && values !== null },
    'scan.leave': { run: () => setRefusal(null), enabled: () => refusal !== null },
  })
  return refusal ? <ScanRefusalBanner refusal={refusal} /> : null
}
