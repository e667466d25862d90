import { useAtomValue } from 'jotai'
import { grouped } from '../../fields/numbers.ts'
import { type Measure, measures, totalsAtom } from '../../grid/state/shownTotals.ts'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './StatusBar.module.css'

/** Totals of selected cells, copied on click; hidden for a single cell. */
export function MarkedTotals() {
  const text = useText()
  const totals = useAtomValue(totalsAtom)?.totals
  if (!totals) return null
  const { filled, numbers, values, unit, rows, loaded } = totals
  const total = (which: string, value: string) => (
    <Button
      key={which}
      command="grid.copyTotal"
      args={{ which }}
      look="quiet"
      label={text('grid.total', { name: text(`gridTotal.${which}`), value })}
    />
  )
  const shown = (measure: Measure, value: string) =>
    measure === 'sum' && unit !== '' ? `${grouped(value)} ${unit}` : grouped(value)
  return (
    <div className={styles.totals} data-totals="">
      {total('count', String(filled))}
      {values ? measures.map(measure => total(measure, shown(measure, values[measure]))) : null}
      {numbers > 0 && !values ? <span>{text('grid.totalsMixed')}</span> : null}
      {loaded < rows ? <span className={styles.part}>{text('grid.totalsPart', { loaded, rows })}</span> : null}
    </div>
  )
}
