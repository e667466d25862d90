import { useEffect, useRef } from 'react'
import { warehousePage } from '../../commands/warehouse/warehouseCommands.ts'
import { navigate } from '../../data/location.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './Warehouse.module.css'

export function TaskHead({ name, isMended = false }: { name: string; isMended?: boolean }) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className={styles.taskHead}>
      <button type="button" className={controls.button} data-back onClick={() => navigate(warehousePage)}>
        {text('warehouse.back')}
      </button>
      <h1 className={styles.title} tabIndex={-1} ref={heading}>
        {text(`warehouse.task.${name}`)}
        {isMended ? ` · ${text('warehouse.mend')}` : ''}
      </h1>
    </header>
  )
}
