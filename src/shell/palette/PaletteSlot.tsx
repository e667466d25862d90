import { memo } from 'react'
import styles from '../Palette.module.css'
import type { Item } from './pane.ts'

interface SlotProps {
  readonly item: Item
  readonly slot: number
  readonly total: number
  readonly isSelected: boolean
}

/** One row. Memoized: moving the selection draws two of them anew. */
export const PaletteSlot = memo(function PaletteSlot({ item, slot, total, isSelected }: SlotProps) {
  const isEnabled = item.isEnabled?.() ?? true
  return (
    <div
      className={styles.row}
      id={`palette-option-${slot}`}
      data-slot={slot}
      data-command={item.command}
      data-record={item.record}
      data-enabled={isEnabled}
      data-selected={isSelected}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={slot + 1}
      aria-setsize={total}
      aria-checked={item.isTicked}
      aria-disabled={isEnabled ? undefined : true}
      aria-keyshortcuts={item.keys?.()}
    >
      {item.draw()}
    </div>
  )
})
