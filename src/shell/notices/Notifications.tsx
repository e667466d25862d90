import { atom, useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { contextAtom } from '../../commands/core/context.ts'
import { dismiss, type Notification, notificationsAtom, withdraw, withdrawDone } from '../../data/notifications.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { enterMain } from '../frame/regions.ts'
import styles from './Notifications.module.css'

const drawings = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const
/** Durations in ms; errors persist until dismissed. */
const LASTS = { success: 3000, warning: 8000, error: null } as const
const OFFERS = 8000

/** Toast messages in the status bar, never covering work. */
export default function Notifications() {
  const text = useText()
  const shown = useAtomValue(notificationsAtom)
  const section = useRef<HTMLElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => (section.current ? giveRoom(section.current) : undefined), [])
  useRecordLeft()
  useUndoneTyping()
  // Focused message may vanish: focus returns to the work area.
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages that go are what takes the focus away
  useLayoutEffect(() => {
    const { activeElement } = document
    const isLost = !activeElement || activeElement === document.body
    if (hasFocus.current && isLost) enterMain()
    if (!section.current?.contains(document.activeElement)) hasFocus.current = false
  }, [shown])
  return createPortal(
    <section
      ref={section}
      className={styles.stack}
      aria-label={text('notifications.title')}
      // Live region off: messages announce themselves, also outside of dialogs.
      aria-live="off"
      data-region="notifications"
      onFocusCapture={() => {
        hasFocus.current = true
      }}
      onBlurCapture={({ currentTarget, relatedTarget }) => {
        if (relatedTarget) hasFocus.current = currentTarget.contains(relatedTarget)
      }}
    >
      {shown.length > 1 ? (
        <div className={styles.all}>
          <Button command="notifications.clear" look="quiet" label={text('notifications.clear')} />
        </div>
      ) : null}
      {shown.map(notification => (
        <Toast key={notification.id} notification={notification} />
      ))}
    </section>,
    document.body,
  )
}

const openAtom = atom(get => get(contextAtom).record)

/** Takes the failures of a record away once it is left. */
function useRecordLeft(): void {
  const { entity, id } = useAtomValue(openAtom) ?? {}
  useEffect(() => {
    if (entity !== undefined && id !== undefined) return () => withdraw({ entity, ids: [id] })
    return undefined
  }, [entity, id])
}

/** Takes away what was said of a record whose typing the browser undoes. */
function useUndoneTyping(): void {
  const { entity, id } = useAtomValue(openAtom) ?? {}
  useEffect(() => {
    const undone = (event: Event) => {
      if (!(event instanceof InputEvent) || event.inputType !== 'historyUndo' || entity === undefined) return
      const isInRecord = event.target instanceof Element && event.target.closest('[data-record]') !== null
      if (isInRecord && id !== undefined) withdrawDone(entity, [id])
    }
    document.addEventListener('input', undone)
    return () => document.removeEventListener('input', undone)
  }, [entity, id])
}

function Toast({ notification }: { notification: Notification }) {
  const text = useText()
  const { id, kind } = notification
  const { offer, offers = [], isPinned } = notification.notice
  // Timer pauses under pointer or focus.
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = hasPointer || hasFocus
  // Actionable messages persist until dismissed.
  const lasts = offers.length > 0 || isPinned ? null : offer && kind === 'success' ? OFFERS : LASTS[kind]
  useEffect(() => {
    if (lasts === null || isHeld) return
    const timer = setTimeout(() => dismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, isHeld])
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocusCapture={() => setFocus(true)}
      onBlurCapture={({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget))}
    >
      <Drawing of={drawings[kind]} className={styles.icon} />
      <Words notification={notification} />
      <div className={styles.offers}>
        {offers.map(({ id: command, args }) => (
          <Button key={command} command={command} args={args} look="quiet" label={text(`${command}.offer`)} />
        ))}
        {offer ? <Button command={offer.id} args={offer.args} look="quiet" label={text(`${offer.id}.offer`)} /> : null}
      </div>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={text('shell.close')}
        onClick={() => dismiss(id)}
      >
        <Drawing of={X} size={14} />
      </button>
    </div>
  )
}

/** Announces the message once: live regions report additions only. */
function Words({ notification }: { notification: Notification }) {
  const [isThere, setThere] = useState(false)
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true))
    const timer = setTimeout(() => setSaid(true), 1000)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  const { kind, text: said, details } = notification
  return (
    <div
      className={styles.text}
      role={kind === 'error' ? 'alert' : 'status'}
      // Language switches update the text without a new announcement.
      {...(isSaid ? { 'aria-live': 'off' as const } : {})}
    >
      {isThere ? <div>{said}</div> : null}
      {isThere && details ? <div className={styles.details}>{details}</div> : null}
    </div>
  )
}

const narrow = 900
const barHeight = 28
const bars = '[data-connection-strip], [data-status-bar], [data-region=phoneBar]'
/** Minimum width in pixels within the status bar. */
const leastWidth = 280
const maxWidth = 640

const rootStyle = () => document.documentElement.style

/** Gap of the bar between its facts and what follows: offers, totals, key hints. */
function freeIn(bar: Element): { readonly right: number; readonly width: number } | null {
  if (window.innerWidth < narrow || !bar.matches('[data-status-bar]')) return null
  const [facts, ...others] = [...bar.children].filter(each => each.getBoundingClientRect().width > 0)
  const right = Math.min(window.innerWidth, ...others.map(each => each.getBoundingClientRect().left)) - 8
  const width = Math.min(maxWidth, right - (facts?.getBoundingClientRect().right ?? 0) - 16)
  return width < leastWidth ? null : { right: window.innerWidth - right, width }
}

interface Place {
  readonly name: 'bar' | 'above' | 'alone'
  readonly right?: number
  readonly width?: number
  readonly bottom?: number
}

const pixels = (size: number | undefined) => (size === undefined ? '' : `${size}px`)

/** Height that the messages take there. */
function layOut(section: HTMLElement, { name, right, width, bottom }: Place): number {
  section.dataset.place = name
  section.style.setProperty('--above-bars', bottom === undefined ? null : pixels(bottom))
  section.style.insetInlineEnd = pixels(right)
  section.style.inlineSize = pixels(width)
  return Math.ceil(section.getBoundingClientRect().height)
}

function above(shown: readonly Element[]): Place {
  const sides = shown.map(each => each.getBoundingClientRect())
  const right = Math.max(0, ...sides.map(each => each.right)) || window.innerWidth
  const left = Math.min(right, ...sides.map(each => each.left))
  const top = Math.min(window.innerHeight, ...sides.map(each => each.top))
  return {
    name: 'above',
    right: window.innerWidth - right,
    width: right > left ? right - left : right,
    bottom: window.innerHeight - top,
  }
}

function place(section: HTMLElement): void {
  const all = [...document.querySelectorAll(bars)]
  const shown = all.filter(bar => bar.checkVisibility())
  const [bar] = shown
  const free = bar && freeIn(bar)
  // Room for one line between the facts of a bar.
  const isInBar = free ? layOut(section, { name: 'bar', ...free }) <= barHeight : false
  const height = isInBar ? 0 : layOut(section, all.length > 0 ? above(shown) : { name: 'alone' })
  const room = all.length > 0 ? height : 0
  const before = rootStyle().getPropertyValue('--notifications-room')
  rootStyle().setProperty('--notifications-room', `${room}px`)
  // Active cell may lie in the reserved space.
  if (before !== `${room}px` && room > 0) {
    const { activeElement } = document
    const active = activeElement?.closest('[role=gridcell]') ?? activeElement
    if (active?.closest('main')) active.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

/** Toast placement: free part of the status bar, otherwise reserved space above. */
export function giveRoom(section: HTMLElement): () => void {
  let frame = 0
  const watched = new WeakSet<Element>()
  // Deferred: resizing within the observer's frame raises a loop error.
  const look = () => {
    watch()
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => place(section))
  }
  // Bars and their parts may come after this region.
  const watch = () => {
    for (const bar of document.querySelectorAll(bars)) {
      if (!watched.has(bar)) contents.observe(bar, { childList: true })
      for (const part of [bar, ...bar.children]) {
        if (watched.has(part)) continue
        watched.add(part)
        sizes.observe(part)
      }
    }
  }
  place(section)
  const sizes = new ResizeObserver(look)
  const contents = new MutationObserver(look)
  sizes.observe(section)
  contents.observe(section, { childList: true })
  watch()
  window.addEventListener('resize', look)
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    contents.disconnect()
    window.removeEventListener('resize', look)
    rootStyle().removeProperty('--notifications-room')
  }
}
