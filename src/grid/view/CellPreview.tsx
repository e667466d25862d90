import { Popover } from '@base-ui/react/popover'
import { useAtomValueRawSync } from 'jotai'
import { useMemo, useRef } from 'react'
import { store } from '../../data/store.ts'
import styles from '../../fields/Cells.module.css'
import { useText } from '../../ui/useText.ts'
import { cellOf, wholeText } from '../commands/cellPreview.ts'
import { keyboardOf } from '../commands/focus.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

export function CellPreview({ grid }: { readonly grid: GridState }) {
  const isOpen = useAtomValueRawSync(grid.previewAtom, { store })
  return isOpen && <Opened grid={grid} />
}

/** Read-only text field: navigation, selection and copying work natively. */
function Opened({ grid }: { readonly grid: GridState }) {
  const text = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  // Snapshot at opening: nothing changes while being read.
  const { anchor, whole, title } = useMemo(
    () => ({ anchor: cellOf(grid), whole: wholeText(grid), title: grid.columns[cursorOf(grid).column]?.title ?? '' }),
    [grid],
  )
  return (
    <Popover.Root open modal={false} onOpenChange={open => !open && store.set(grid.previewAtom, false)}>
      <Popover.Portal>
        <Popover.Positioner className={styles.peekPlace} anchor={anchor} align="start" side="bottom" sideOffset={2}>
          <Popover.Popup
            className={styles.peek}
            aria-label={text('grid.whole', { column: title })}
            initialFocus={field}
            finalFocus={() => keyboardOf(grid)}
            data-peek=""
          >
            <textarea ref={field} className={styles.whole} aria-label={title} readOnly value={whole} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
