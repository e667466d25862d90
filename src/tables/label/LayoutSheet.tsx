import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { type LabelFaultFound, type LabelProof, labelWarnings } from '#contract/label/label.ts'
import type { LabelElement, LabelLayout } from '#contract/label/layout.ts'
import { useText } from '../../ui/useText.ts'
import { usePictureAddress } from './LabelPicture.tsx'
import styles from './LayoutEditor.module.css'
import { afterKey, type LabelSize, moved, resized } from './layoutEdits.ts'

interface Dragging {
  readonly at: number
  readonly isResize: boolean
  readonly x: number
  readonly y: number
  readonly from: LabelLayout
}

interface LayoutSheetProps {
  sheet: RefObject<HTMLDivElement | null>
  layout: LabelLayout
  size: LabelSize
  label: LabelProof['labels'][number] | undefined
  selected: number | null
  onSelect(at: number): void
  onEdit(layout: LabelLayout, at: number): void
}

/** Moves and resizes by the mouse; the layout changes once it is let go. */
function useDragging({ sheet, layout, size, onSelect, onEdit }: LayoutSheetProps) {
  const [dragged, setDragged] = useState<LabelLayout | null>(null)
  const drag = useRef<Dragging | null>(null)
  const grab = (event: PointerEvent, at: number, isResize: boolean) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onSelect(at)
    drag.current = { at, isResize, x: event.clientX, y: event.clientY, from: layout }
  }
  const pull = ({ clientX, clientY }: PointerEvent) => {
    const { current } = drag
    const box = sheet.current?.getBoundingClientRect()
    if (!current || !box) return
    const scale = size.width / box.width
    const edit = current.isResize ? resized : moved
    setDragged(edit(current.from, current.at, (clientX - current.x) * scale, (clientY - current.y) * scale, size))
  }
  const drop = () => {
    if (dragged && drag.current) onEdit(dragged, drag.current.at)
    drag.current = null
    setDragged(null)
  }
  return { dragged, grab, pull, drop }
}

export function LayoutSheet(props: LayoutSheetProps) {
  const { sheet, layout, size, label, selected, onSelect, onEdit } = props
  const text = useText()
  const address = usePictureAddress(label?.svg ?? '')
  const { dragged, grab, pull, drop } = useDragging(props)
  const shown = dragged ?? layout
  const press = (event: KeyboardEvent, at: number) => {
    const next = afterKey(layout, at, event, size)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onEdit(next, at)
  }
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      style={{
        aspectRatio: `${size.width} / ${size.height}`,
        maxInlineSize: `min(640px, ${(60 * size.width) / size.height}vh)`,
      }}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {address ? <img src={address} alt={text('label.preview')} draggable={false} /> : null}
      {shown.map((element, at) => (
        <ElementBox
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no identity but their place
          key={at}
          at={at}
          element={element}
          size={size}
          faults={label?.faults.filter(fault => fault.at === at) ?? []}
          isSelected={selected === at}
          onFocus={() => onSelect(at)}
          onKeyDown={event => press(event, at)}
          onGrab={(event, isResize) => grab(event, at, isResize)}
        />
      ))}
      {shown.length === 0 ? <p className={styles.empty}>{text('label.editor.empty')}</p> : null}
    </div>
  )
}

interface ElementBoxProps {
  at: number
  element: LabelElement
  size: LabelSize
  faults: readonly LabelFaultFound[]
  isSelected: boolean
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
  onGrab(event: PointerEvent, isResize: boolean): void
}

function ElementBox({ at, element, size, faults, isSelected, onFocus, onKeyDown, onGrab }: ElementBoxProps) {
  const text = useText()
  const { kind, x, y, w, h } = element
  const name = text(`label.element.${kind}`)
  const said = faults.map(fault => fault.text)
  const isOnlyWarned = faults.every(({ code }) => labelWarnings.has(code))
  const style: CSSProperties = {
    insetInlineStart: `${(x / size.width) * 100}%`,
    insetBlockStart: `${(y / size.height) * 100}%`,
    inlineSize: `${(w / size.width) * 100}%`,
    blockSize: `${(h / size.height) * 100}%`,
  }
  return (
    <button
      type="button"
      className={styles.element}
      data-element={at}
      data-fault={faults.length === 0 ? undefined : isOnlyWarned ? 'warning' : true}
      aria-pressed={isSelected}
      aria-label={[`${at + 1} ${name}`, `${x}, ${y}, ${w} × ${h} mm`, ...said].join('; ')}
      title={said.join('\n') || name}
      style={style}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerDown={event => onGrab(event, false)}
    >
      {isSelected ? (
        <span
          className={styles.corner}
          onPointerDown={event => {
            event.stopPropagation()
            onGrab(event, true)
          }}
        />
      ) : null}
    </button>
  )
}
