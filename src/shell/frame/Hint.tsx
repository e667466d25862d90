import { useEffect, useRef, useState } from 'react'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import styles from './Hint.module.css'

interface Shown {
  text: string
  reason: string | undefined
  keys: string | undefined
  side: 'below' | 'right'
  rect: DOMRect
}

const DELAY = 450
const EDGE = 8

function shownFor(element: HTMLElement): Shown | null {
  const { hint, hintReason, hintKeys, hintSide } = element.dataset
  if (!hint) return null
  return {
    text: hint,
    reason: hintReason,
    keys: hintKeys,
    side: hintSide === 'right' ? 'right' : 'below',
    rect: element.getBoundingClientRect(),
  }
}

/** Single tooltip for all `data-hint` elements. Hidden from assistive technology: labels exist. */
export function Hint() {
  const [shown, setShown] = useState<Shown | null>(null)
  const bubble = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from: HTMLElement | null = null
    const hide = () => {
      clearTimeout(timer)
      from = null
      setShown(null)
    }
    const over = (event: Event) => {
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hint]') : null
      if (element === from) return
      hide()
      if (!element || element.hasAttribute('data-popup-open')) return
      if (event.type === 'focusin' && !element.matches(':focus-visible')) return
      from = element
      timer = setTimeout(() => setShown(shownFor(element)), DELAY)
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('focusin', over)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', hide)
    document.addEventListener('scroll', hide, true)
    return () => {
      hide()
      document.removeEventListener('pointerover', over)
      document.removeEventListener('focusin', over)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', hide)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])

  useEffect(() => {
    const element = bubble.current
    if (!shown || !element) return
    const { width, height } = element.getBoundingClientRect()
    const wanted =
      shown.side === 'right'
        ? { left: shown.rect.right + EDGE, top: shown.rect.top + (shown.rect.height - height) / 2 }
        : { left: shown.rect.left + (shown.rect.width - width) / 2, top: shown.rect.bottom + 6 }
    const top = wanted.top + height + EDGE > innerHeight ? shown.rect.top - height - 6 : wanted.top
    element.style.left = `${Math.max(EDGE, Math.min(wanted.left, innerWidth - width - EDGE))}px`
    element.style.top = `${Math.max(EDGE, top)}px`
    element.dataset.placed = 'true'
  }, [shown])

  if (!shown) return null
  return (
    <div className={styles.hint} ref={bubble} aria-hidden="true">
      <span>{shown.text}</span>
      {shown.keys ? <KeyCaps keys={shown.keys} /> : null}
      {shown.reason ? <span className={styles.reason}>{shown.reason}</span> : null}
    </div>
  )
}
