import { ScanBarcode } from 'lucide'
import { useState } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Warehouse.module.css'

/** Hint to scan, and a field for codes that no scanner reads. */
export function ScanField({ hint }: { hint: string }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  return (
    <form
      className={styles.scan}
      onSubmit={event => {
        event.preventDefault()
        const code = typed.trim()
        setTyped('')
        if (code !== '') void execute('scan.enter', { code }, { surface: 'button' })
      }}
    >
      <label className={styles.scanHint}>
        <Drawing of={ScanBarcode} size={22} />
        <span>{hint}</span>
        <input
          className={controls.input}
          data-scan-field
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="done"
          placeholder={text('warehouse.typeCode')}
          onChange={event => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className={controls.button}>
        {text('warehouse.enterCode')}
      </button>
    </form>
  )
}
