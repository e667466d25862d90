import { useEffect, useState } from 'react'
import { materialstoreout } from '#contract/material/materialstoreout.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import { decimal } from '#contract/schema/decimal.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { stockbalance } from '#contract/stock/stockbalance.ts'
import { stocklot } from '#contract/stock/stocklot.ts'
import { warehousePage } from '../../commands/warehouse/warehouseCommands.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { clock } from '../../data/clock.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import { navigate } from '../../data/location.ts'
import { notify } from '../../data/notifications.ts'
import { mendEntry, outboxAtom, putInOutbox } from '../../data/outbox/outbox.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Row, RowValues } from '../../data/records/row.ts'
import { orFromCopy } from '../../data/records/storedCopies.ts'
import { store } from '../../data/store.ts'
import { Field } from '../../tables/form/Field.tsx'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { ScanField } from './ScanField.tsx'
import { TaskHead } from './TaskHead.tsx'
import { postsNow, subjectsOf, titleOf } from './tasks.ts'
import { binsOfLot, looseIn, useShown, useTaskScan } from './useLots.ts'
import { preparedWork } from './useWork.ts'
import styles from './Warehouse.module.css'

interface Move {
  readonly lot: Row
  readonly bins: readonly Row[]
  readonly from: Row | undefined
  readonly to: Row | undefined
  readonly qty: string
}

const hasLoose = (bin: Row) => decimal(looseIn(bin)).gt(0)

const transferOf = (lot: Row) => (lot.productId ? productstoreout : materialstoreout)

async function rowsOf(entity: string, field: string, value: unknown): Promise<readonly Row[]> {
  const where = [{ field, op: 'eq', value }]
  return orFromCopy(
    entity,
    async () => (await listRecords(entity, { page: 1, size: 20, where })).rows,
    copies => copies.filter(row => row[field] === value),
  )
}

/** Transfer of one lot to a bin, as its document says it. */
async function transfer({ lot, from, to, qty }: Move, reason: string): Promise<RowValues> {
  const entity = transferOf(lot)
  const prepared = await preparedWork(entity, {})
  const [source] = await rowsOf('stocklocation', 'id', from?.locationId)
  const specs = lot.productId ? await rowsOf('productspec', 'productId', lot.productId) : []
  const spec = specs.find(({ isDefault }) => isDefault === true) ?? specs[0]
  return {
    ...prepared,
    outType: 'TRANSFER_OUT',
    warehouseId: source?.warehouseId ?? null,
    targetWarehouseId: to?.warehouseId ?? null,
    reason,
    lines: [
      {
        key$: `new:line:${clock().now}`,
        lotId: lot.id,
        lotId$label: lot.lotNo,
        itemName$label: lot.itemName,
        qty,
        ...(spec ? { productSpecId: spec.id } : {}),
        locationId: from?.locationId ?? null,
        toLocationId: to?.id ?? null,
      },
    ],
  }
}

/** Lot, bin, amount: goods that came in find their place. */
export function PutAwayTask({ entry }: { entry: number | undefined }) {
  const text = useText()
  const [move, setMove] = useState<Move | null>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (lot: Row, to?: Row) => {
    const bins = await binsOfLot(lot.id)
    const from = bins.find(hasLoose)
    setMove({ lot, bins, from, to, qty: from ? looseIn(from) : '' })
  }
  useTaskScan(async ({ lots: [lot], locations: [location], pallets: [pallet], code }) => {
    if (pallet) {
      const message = text('warehouse.wholePallet', { sscc: String(pallet.sscc) })
      return { status: 'failed', code: 0, message }
    }
    if (lot) {
      await take(lot)
      return true
    }
    if (!location || !move || code.lotNo !== undefined) return false
    setMove({ ...move, to: location })
    return true
  })
  // A refused transfer begins again with its lot.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an entry
  useEffect(() => {
    const refused = store.get(outboxAtom).find(({ number }) => number === entry)
    const [line] = refused ? linesOf(refused.row, 'lines') : []
    if (line) void rowsOf('stocklot', 'id', line.lotId).then(([lot]) => lot && take(lot))
  }, [entry])
  const confirm = async () => {
    if (!move?.from || !move.to || isEmpty(move.qty) || isBusy) return
    setBusy(true)
    try {
      const entity = transferOf(move.lot)
      const row = await transfer(move, text('warehouse.putAwayReason'))
      const work = {
        task: 'putAway',
        entity: entity.name,
        submit: postsNow({ entity, submits: true }),
        row,
        subjects: subjectsOf(row),
        title: `${titleOf({ lines: row.lines })} → ${move.to.name}`,
      }
      if (entry === undefined) await putInOutbox(work)
      else if (!(await mendEntry(entry, work)))
        return notify({ kind: 'warning', text: () => text('warehouse.mendedElsewhere') })
      navigate(warehousePage)
    } catch (error) {
      notify({ kind: 'error', text: wordsOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.flow}>
      <TaskHead name="putAway" isMended={entry !== undefined} />
      <ScanField hint={text(move ? 'warehouse.scan.bin' : 'warehouse.scan.putAway')} />
      {move ? <MoveCard move={move} onChange={setMove} /> : null}
      <div className={styles.foot}>
        <button
          type="button"
          className={controls.primary}
          data-confirm
          aria-disabled={!move?.from || !move.to || isEmpty(move.qty) || isBusy || undefined}
          onClick={() => void confirm()}
        >
          {text('warehouse.confirm.putAway')}
        </button>
      </div>
    </div>
  )
}

function MoveCard({ move, onChange }: { move: Move; onChange(move: Move): void }) {
  const text = useText()
  const shown = useShown()
  const line = transferOf(move.lot).lines.lines
  const change = async (patch: RowValues) => {
    if ('qty' in patch) return onChange({ ...move, qty: String(patch.qty ?? '') })
    const [to] = await rowsOf('stocklocation', 'id', patch.toLocationId)
    onChange({ ...move, to })
  }
  const row = {
    lotId: move.lot.id,
    qty: move.qty,
    unitId: move.lot.unitId,
    toLocationId: move.to?.id ?? null,
    toLocationId$label: move.to?.name ?? null,
  }
  return (
    <div className={styles.line} data-move={move.lot.id}>
      <p className={styles.facts}>
        <strong>{String(move.lot.lotNo)}</strong>
        <span>{shown(stocklot, move.lot, 'itemName')}</span>
        <span>{shown(stocklot, move.lot, 'qualityStatus')}</span>
      </p>
      <fieldset className={styles.choices}>
        <legend>{text('warehouse.from')}</legend>
        {move.bins.filter(hasLoose).map(bin => (
          <button
            key={bin.id}
            type="button"
            className={controls.button}
            aria-pressed={bin === move.from}
            onClick={() => onChange({ ...move, from: bin, qty: looseIn(bin) })}
          >
            {shown(stockbalance, bin, 'locationId')} ·{' '}
            {shown(stockbalance, { ...bin, quantity: looseIn(bin) }, 'quantity')}
          </button>
        ))}
        {move.bins.length === 0 ? <p className={styles.words}>{text('warehouse.nowhere')}</p> : null}
      </fieldset>
      {move.bins
        .filter(({ palletNos }) => palletNos)
        .map(bin => {
          const [place, quantity] = [shown(stockbalance, bin, 'locationId'), shown(stockbalance, bin, 'palletQty')]
          return (
            <p key={bin.id} className={styles.words} data-on-pallet>
              {text('warehouse.onPallet', { place, quantity, sscc: String(bin.palletNos) })}
            </p>
          )
        })}
      {(['qty', 'toLocationId'] as const).map(name => (
        <Field
          key={name}
          prefix={line.name}
          name={name}
          field={line.fields[name]}
          row={row}
          rowFields={line.fields}
          onChange={patch => void change(patch)}
        />
      ))}
    </div>
  )
}
