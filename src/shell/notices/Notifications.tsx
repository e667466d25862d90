import { useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { dismiss, type Notification, notificationsAtom } from '../../data/notifications.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { enterMain } from '../frame/regions.ts'
import styles from './Notifications.module.css'
import { giveRoom } from './notificationRoom.ts'

const drawings = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const
/** Durations in ms; errors persist until dismissed. */
const LASTS = { success: 3000, warning: 8000, error: null } as const
const OFFERS = 8000

/** Toast messages in the status bar, above dialogs, never covering work. */
export default function Notifications() {
  const text = useText()
  const shown = useAtomValue(notificationsAtom)
  const section = useRef<HTMLElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => (section.current ? giveRoom(section.current) : undefined), [])
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
      // Live region off: messages announce themselves. The attribute exempts it from dialogs hiding the outside.
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
