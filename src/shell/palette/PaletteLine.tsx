import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import controls from '../../tables/controls.module.css'
import { KeyCaps } from '../../tables/KeyCaps.tsx'
import styles from '../Palette.module.css'
import type { Pane } from './pane.ts'

/** The line to type in with what stands before it, and below it what is asked or what went wrong. */
export function PaletteLine({ pane, children }: { pane: Pane; children: ReactNode }) {
  return (
    <>
      <div className={styles.ask}>
        <span className={styles.lead} data-busy={pane.isBusy || undefined}>
          <Search className={styles.still} size={16} aria-hidden="true" />
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
