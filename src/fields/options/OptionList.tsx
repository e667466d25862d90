import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../ui/useText.ts'
import styles from '../Cells.module.css'
import type { ChoiceList } from './useChoices.ts'

interface Props {
  readonly id: string
  readonly list: ChoiceList
  /** Anchor input; the list portals to the page to avoid clipping. */
  readonly anchor: HTMLElement | null
  onChoose(index: number): void
}

export function OptionList({ id, list, anchor, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const text = useText()
  useLayoutEffect(() => {
    if (!anchor) return
    const put = () => {
      const rect = anchor.getBoundingClientRect()
      const shown = box.current
      if (!shown) return
      const below = window.innerHeight - rect.bottom - 8
      const above = rect.top - 8
      const up = below < Math.min(shown.scrollHeight, 240) && above > below
      shown.style.maxHeight = `${Math.min(up ? above : below, 280)}px`
      shown.style.minWidth = `${Math.max(rect.width, 160)}px`
      shown.style.left = `${Math.max(4, Math.min(rect.left, window.innerWidth - shown.offsetWidth - 8))}px`
      shown.style.top = up ? 'auto' : `${rect.bottom + 3}px`
      shown.style.bottom = up ? `${window.innerHeight - rect.top + 3}px` : 'auto'
    }
    put()
    window.addEventListener('scroll', put, true)
    window.addEventListener('resize', put)
    return () => {
      window.removeEventListener('scroll', put, true)
      window.removeEventListener('resize', put)
    }
  })
  const { active } = list
  const alone = list.items.length === 1 ? list.items[0]?.alone : undefined
  useLayoutEffect(() => {
    box.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return createPortal(
    <div ref={box} id={id} role="listbox" className={styles.list} data-busy={list.busy || undefined}>
      {alone ? <div className={styles.nothing}>{list.q === '' ? alone : text('grid.nothingFound')}</div> : null}
      {list.items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the keyboard stays in the input, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input's keys choose
        <div
          key={String(item.value)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          data-index={index}
          className={styles.option}
          data-note={item.note}
          style={item.depth ? { paddingInlineStart: 8 + item.depth * 16 } : undefined}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {item.label}
          {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
          {item.note === 'recent' && <span className={styles.note}>{text('grid.recentlyUsed')}</span>}
        </div>
      ))}
      {list.items.length === 0 && (
        <div className={styles.nothing}>
          {text(list.busy || list.q === null ? 'grid.searching' : 'grid.nothingFound')}
        </div>
      )}
    </div>,
    document.body,
  )
}
