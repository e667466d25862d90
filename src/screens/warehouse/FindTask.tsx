import { useState } from 'react'
import { stockbalance } from '#contract/stock/stockbalance.ts'
import { stocklot } from '#contract/stock/stocklot.ts'
import type { Row } from '../../data/records/row.ts'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import { ScanField } from './ScanField.tsx'
import { TaskHead } from './TaskHead.tsx'
import { binsOfLot, useShown, useTaskScan } from './useLots.ts'
import styles from './Warehouse.module.css'

interface Found {
  readonly lot: Row
  readonly bins: readonly Row[]
}

/** Where a scanned lot is, how much of it, and its state. */
export function FindTask() {
  const text = useText()
  const shown = useShown()
  const [found, setFound] = useState<readonly Found[]>([])
  useTaskScan(async ({ lots }) => {
    if (lots.length === 0) return false
    setFound(await Promise.all(lots.map(async lot => ({ lot, bins: await binsOfLot(lot.id) }))))
    return true
  })
  return (
    <div className={styles.flow}>
      <TaskHead name="find" />
      <ScanField hint={text('warehouse.scan.find')} />
      <ul className={styles.lines} aria-live="polite">
        {found.map(({ lot, bins }) => (
          <li className={styles.line} key={lot.id} data-found={lot.id}>
            <p className={styles.facts}>
              <strong>{String(lot.lotNo)}</strong>
              <span>{shown(stocklot, lot, 'itemName')}</span>
              <span>{shown(stocklot, lot, 'qualityStatus')}</span>
              <span>{shown(stocklot, lot, 'onHandQty')}</span>
              <span>
                {text('stocklot.expiryDate')} {shown(stocklot, lot, 'expiryDate')}
              </span>
            </p>
            <ul>
              {bins.map(bin => (
                <li key={bin.id} className={styles.bin}>
                  <strong>{shown(stockbalance, bin, 'locationId')}</strong>
                  <span>{shown(stockbalance, bin, 'quantity')}</span>
                  {bin.palletNos ? (
                    <span className={styles.pallets}>
                      {text('stockbalance.palletQty')} {shown(stockbalance, bin, 'palletQty')} · {String(bin.palletNos)}
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
            {bins.length === 0 ? <p className={styles.words}>{text('warehouse.nowhere')}</p> : null}
            <PageLink className={controls.button} href={`/stocklot/${lot.id}`}>
              {text('warehouse.openLot')}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
