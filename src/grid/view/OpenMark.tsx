import { ArrowUpRight } from 'lucide'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Drawing } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Grid.module.css'

interface OpenMarkProps {
  readonly frame: HTMLElement | null
  readonly version: number
}

interface Shown {
  readonly link: HTMLAnchorElement
  readonly href: string
  readonly name: string
  readonly isNamed: boolean
  readonly top: number
  readonly height: number
  readonly end: number
}

/** Width in pixels from which the mark carries its word. */
const wideEnough = 120

/** Delay in ms after scrolling. */
const restMs = 80

/** Link of the cell under the mouse, otherwise of its row. */
function linkUnder(target: EventTarget | null): HTMLAnchorElement | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  if (!row || !(target instanceof Element)) return null
  const own = target.closest('[data-column-id]')?.querySelector<HTMLAnchorElement>(':scope > a')
  const link = own ?? row.querySelector<HTMLAnchorElement>(':scope > [data-key] > a')
  return link && !link.hidden ? link : null
}

function shownAt(link: HTMLAnchorElement, frame: HTMLElement): Shown | null {
  const cell = link.parentElement
  const bounds = link.closest('[role=grid]')?.getBoundingClientRect()
  if (!cell || !bounds) return null
  const [own, around] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (own.right > bounds.right || own.right <= bounds.left || own.bottom > bounds.bottom) return null
  // The corner belongs to the fill handle.
  const inset = cell.querySelector('[data-fill-handle]') ? 12 : 3
  return {
    link,
    href: link.getAttribute('href') ?? '',
    name: link.textContent,
    isNamed: cell.dataset.key !== undefined && own.width >= wideEnough,
    top: own.top - around.top,
    height: own.height,
    end: around.right - own.right + inset,
  }
}

/** Link that opens what is under the mouse; one per grid. */
export function OpenMark({ frame, version }: OpenMarkProps) {
  const text = useText()
  const [shown, setShown] = useState<Shown | null>(null)
  const point = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = useCallback(
    (target: EventTarget | null | undefined) => {
      const link = linkUnder(target ?? null)
      const href = link?.getAttribute('href') ?? undefined
      setShown(now => {
        if (link && now?.link === link && now.href === href) return now
        return link && frame ? shownAt(link, frame) : null
      })
    },
    [frame],
  )
  /** Rows move under a resting mouse. */
  const lookAgain = useCallback(() => {
    setShown(null)
    clearTimeout(resting.current)
    resting.current = setTimeout(() => {
      const { x, y } = point.current ?? {}
      if (x !== undefined && y !== undefined) look(document.elementFromPoint(x, y))
    }, restMs)
  }, [look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what says that rows may have moved
  useEffect(lookAgain, [version, lookAgain])
  useEffect(() => {
    if (!frame) return
    const hide = () => {
      point.current = null
      setShown(null)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return hide()
      point.current = { x: event.clientX, y: event.clientY }
      if (event.target instanceof Element && event.target.closest('[data-open-mark]')) return
      look(event.target)
    }
    frame.addEventListener('pointermove', over)
    frame.addEventListener('pointerleave', hide)
    frame.addEventListener('scroll', lookAgain, { passive: true, capture: true })
    frame.addEventListener('keydown', hide)
    return () => {
      clearTimeout(resting.current)
      frame.removeEventListener('pointermove', over)
      frame.removeEventListener('pointerleave', hide)
      frame.removeEventListener('scroll', lookAgain, { capture: true })
      frame.removeEventListener('keydown', hide)
    }
  }, [frame, look, lookAgain])
  if (!shown) return null
  const open = text('grid.open')
  return (
    <PageLink
      href={shown.href}
      className={styles.open}
      style={{ top: shown.top, height: shown.height - 1, insetInlineEnd: shown.end }}
      tabIndex={-1}
      aria-label={`${open} ${shown.name}`}
      data-open-mark=""
    >
      <Drawing of={ArrowUpRight} size={13} />
      {shown.isNamed ? open : null}
    </PageLink>
  )
}
