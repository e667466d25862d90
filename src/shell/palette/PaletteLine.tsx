import { Search } from 'lucide'
import type { ReactNode } from 'react'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import styles from './Palette.module.css'
import type { Pane } from './state/pane.ts'

/** Input line with chips, and prompt or error below. */
export function PaletteLine({ pane, children }: { pane: Pane; children: ReactNode }) {
  return (
    <>
      <div className={styles.ask}>
        <span className={styles.lead} data-busy={pane.isBusy || undefined}>
          <Drawing of={Search} className={styles.still} size={16} />
          <span className={`${controls.spinner} ${styles.turning}`} />
        </span>
        {pane.chips.map(chip => (
          <span key={chip.id} className={styles.chip} data-kind={chip.kind}>
            {chip.text}
          </span>
        ))}
        {children}
        {pane.suffix === undefined ? null : <span className={styles.suffix}>{pane.suffix}</span>}
        <KeyCaps keys="escape" />
      </div>
      {pane.hint === undefined ? null : <p className={styles.hint}>{pane.hint}</p>}
      <div role="alert">{pane.fault === undefined ? null : <p className={styles.fault}>{pane.fault}</p>}</div>
    </>
  )
}
