import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { menuTitle } from '../../data/session/menuTitle.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { useFirstFocus } from '../../ui/keyboard/useFirstFocus.ts'
import { useText } from '../../ui/useText.ts'
import { ancestorsOf, entriesOf, goal, type MenuEntry } from './entries.ts'
import styles from './MenuScreen.module.css'

interface EntryTreeProps {
  menu: readonly MenuNode[]
  current: number | undefined
  isBusy: boolean
  onChoose(id: number): void
}

/** Menu tree with the keys of the WAI-ARIA pattern. */
export function EntryTree({ menu, current, isBusy, onChoose }: EntryTreeProps) {
  const text = useText()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const frame = useRef<HTMLDivElement>(null)
  const entries = entriesOf(menu, open)
  const hasKeyboard = useRef(false)
  useFirstFocus(frame, entries.length > 0, { entry: '[tabindex="0"]' })
  useEffect(() => {
    if (hasKeyboard.current) frame.current?.querySelector<HTMLElement>(`[data-entry="${current}"]`)?.focus()
  }, [current])

  // Moved below another parent, the current entry stays in sight.
  const above = current === undefined ? '' : ancestorsOf(menu, current).join()
  useEffect(() => {
    if (above !== '') setOpen(now => new Set([...now, ...above.split(',').map(Number)]))
  }, [above])

  const toggle = (id: number) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = goal(entries, current, open, event.key)
    if (!to) return
    event.preventDefault()
    if (to.toggle !== undefined) toggle(to.toggle)
    if (to.choose !== undefined) onChoose(to.choose)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the entries have the keyboard; only its coming and going is seen
    <div
      ref={frame}
      onFocus={() => {
        hasKeyboard.current = true
      }}
      onBlur={() => {
        hasKeyboard.current = false
      }}
    >
      <div role="tree" aria-label={text('menu')} aria-busy={isBusy || undefined} className={styles.entries}>
        {entries.map(entry => (
          <TreeItem
            key={entry.node.id}
            entry={entry}
            isOpen={open.has(entry.node.id)}
            isCurrent={entry.node.id === current}
            onKeyDown={onKeyDown}
            onChoose={() => onChoose(entry.node.id)}
            onToggle={() => toggle(entry.node.id)}
          />
        ))}
      </div>
    </div>
  )
}

interface TreeItemProps {
  entry: MenuEntry
  isOpen: boolean
  isCurrent: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onChoose(): void
  onToggle(): void
}

function TreeItem({
  entry: { node, depth, place, of },
  isOpen,
  isCurrent,
  onKeyDown,
  onChoose,
  onToggle,
}: TreeItemProps) {
  const hasChildren = node.children.length > 0
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={of}
      aria-selected={isCurrent}
      aria-expanded={hasChildren ? isOpen : undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={styles.entry}
      data-entry={node.id}
      data-hidden={node.hidden || undefined}
      style={{ paddingInlineStart: 12 + depth * 18 }}
      onKeyDown={onKeyDown}
      onClick={onChoose}
      onDoubleClick={onToggle}
    >
      <span
        className={styles.twist}
        aria-hidden="true"
        onClick={hasChildren ? onToggle : undefined}
        data-open={isOpen || undefined}
      >
        {hasChildren ? '›' : ''}
      </span>
      {node.type === 2 ? null : <Icon name={node.icon} size={14} />}
      <span className={styles.label}>{menuTitle(node)}</span>
      <code className={styles.name}>{node.name}</code>
    </div>
  )
}
