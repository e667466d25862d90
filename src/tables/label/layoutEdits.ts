/** Edits of a label's layout, in millimetres. Pure. */
import { fieldsOfPurpose, type LabelPurpose } from '#contract/label/labelFields.ts'
import type { elementKinds, LabelElement, LabelLayout } from '#contract/label/layout.ts'

export type ElementKind = (typeof elementKinds)[number]

export interface LabelSize {
  readonly width: number
  readonly height: number
}

const leastSide = 1
const round = (value: number) => Math.round(value * 10) / 10
const clamp = (value: number, least: number, most: number) => round(Math.min(Math.max(value, least), most))

/** Kept on the label, at least a millimetre in size. */
export function within<E extends LabelElement>(element: E, { width, height }: LabelSize): E {
  const least = element.kind === 'line' ? 0.1 : leastSide
  const w = clamp(element.w, least, width)
  const h = clamp(element.h, least, height)
  return { ...element, w, h, x: clamp(element.x, 0, width - w), y: clamp(element.y, 0, height - h) }
}

const replaced = (layout: LabelLayout, at: number, element: LabelElement): LabelLayout =>
  layout.map((each, index) => (index === at ? element : each))

export function withChange(
  layout: LabelLayout,
  at: number,
  patch: Partial<LabelElement>,
  size: LabelSize,
): LabelLayout {
  const element = layout[at]
  if (!element) return layout
  const next = Object.fromEntries(
    Object.entries({ ...element, ...patch }).filter(([, value]) => value !== undefined && value !== ''),
  )
  return replaced(layout, at, within(next as unknown as LabelElement, size))
}

export function moved(layout: LabelLayout, at: number, dx: number, dy: number, size: LabelSize): LabelLayout {
  const element = layout[at]
  return element ? withChange(layout, at, { x: element.x + dx, y: element.y + dy }, size) : layout
}

export function resized(layout: LabelLayout, at: number, dw: number, dh: number, size: LabelSize): LabelLayout {
  const element = layout[at]
  if (!element) return layout
  const w = Math.min(element.w + dw, size.width - element.x)
  const h = Math.min(element.h + dh, size.height - element.y)
  return withChange(layout, at, { w, h }, size)
}

export const removed = (layout: LabelLayout, at: number): LabelLayout => layout.filter((_, index) => index !== at)

/** New element of a kind, in the top left corner. */
function begun(kind: ElementKind, purpose: LabelPurpose): LabelElement {
  const place = { x: 2, y: 2 }
  switch (kind) {
    case 'text':
      return { kind, ...place, w: 30, h: 5, size: 3, text: 'ABC' }
    case 'field':
      return { kind, ...place, w: 40, h: 5, size: 3, field: fieldsOfPurpose[purpose][0] ?? 'code' }
    case 'dataMatrix':
    case 'qr':
      return { kind, ...place, w: 20, h: 20 }
    case 'gs1128':
      return { kind, ...place, w: 80, h: 16, hasText: true }
    case 'line':
      return { kind, ...place, w: 40, h: 0.3 }
    default:
      return { kind: 'box', ...place, w: 30, h: 15, thickness: 0.3 }
  }
}

export const added = (layout: LabelLayout, kind: ElementKind, purpose: LabelPurpose, size: LabelSize): LabelLayout => [
  ...layout,
  within(begun(kind, purpose), size),
]

const steps = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] } as const
const fineStep = 0.5
const coarseStep = 5
const resizeStep = 1

/** Layout after a key on an element; null for other keys. */
export function afterKey(
  layout: LabelLayout,
  at: number,
  {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
  }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  size: LabelSize,
): LabelLayout | null {
  const isMod = ctrlKey || metaKey
  // Alt and arrows go back in the history.
  if (altKey || (isMod && !shiftKey)) return null
  if (key === 'Delete' || key === 'Backspace') return removed(layout, at)
  const step = steps[key.toLowerCase() as keyof typeof steps]
  if (!step) return null
  if (isMod) return resized(layout, at, step[0] * resizeStep, step[1] * resizeStep, size)
  const length = shiftKey ? coarseStep : fineStep
  return moved(layout, at, step[0] * length, step[1] * length, size)
}
