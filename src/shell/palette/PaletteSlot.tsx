import { Command } from 'cmdk'
import { type ComponentProps, createContext, memo, use } from 'react'
import styles from './Palette.module.css'
import type { PaneItem } from './state/pane.ts'

interface Rows {
  readonly items: readonly PaneItem[]
  readonly active: number
}

const RowsContext = createContext<Rows>({ items: [], active: -1 })

/** Items by context instead of props, so keystrokes bypass cmdk. */
export const PaletteRows = RowsContext.Provider

interface RowProps extends ComponentProps<'div'> {
  readonly item: PaneItem
  readonly index: number
  readonly total: number
  readonly isSelected: boolean
}

const Row = memo(function Row({ item, index, total, isSelected, ...given }: RowProps) {
  const isEnabled = item.isEnabled?.() ?? true
  return (
    <div
      {...given}
      className={styles.row}
      id={`palette-option-${index}`}
      data-slot={index}
      data-command={item.command}
      data-record={item.record}
      data-enabled={isEnabled}
      data-selected={isSelected}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-checked={item.isTicked}
      aria-disabled={isEnabled ? undefined : true}
      aria-keyshortcuts={item.keys?.()}
    >
      {item.draw()}
    </div>
  )
})

function SlotRow({ index, ...given }: ComponentProps<'div'> & { readonly index: number }) {
  const { items, active } = use(RowsContext)
  const item = items[index]
  return item && <Row {...given} item={item} index={index} total={items.length} isSelected={index === active} />
}

interface SlotProps {
  readonly index: number
  readonly onSelect: (slot: string) => void
}

export const PaletteSlot = memo(function PaletteSlot({ index, onSelect }: SlotProps) {
  return (
    <Command.Item asChild forceMount value={String(index)} onSelect={onSelect}>
      <SlotRow index={index} />
    </Command.Item>
  )
})
