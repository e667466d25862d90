import { useAtomValueRawSync } from 'jotai'
import { store } from '../../data/store.ts'
import { faultText } from '../faultText.ts'
import { useText } from '../useText.ts'
import { faultOf } from './entering.ts'
import styles from './Grid.module.css'
import type { GridState } from './gridState.ts'

/** What is wrong with the active cell, in words. */
export function FaultNote({ grid, version }: { readonly grid: GridState; readonly version: number }) {
  const text = useText()
  const cursor = useAtomValueRawSync(grid.cursorAtom, { store })
  const mode = useAtomValueRawSync(grid.modeAtom, { store })
  const fault = mode === 'navigate' ? faultOf(grid, cursor) : undefined
  return fault === undefined ? null : (
    <div className={styles.fault} data-version={version} aria-live="polite">
      {grid.columns[cursor.column]?.title}: {faultText(text, fault)}
    </div>
  )
}
