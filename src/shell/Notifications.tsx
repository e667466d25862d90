import { useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide'
import { useEffect, useState } from 'react'
import { dismiss, type Notification, notificationsAtom } from '../data/notifications.ts'
import { Button } from '../tables/Button.tsx'
import controls from '../tables/controls.module.css'
import { Drawing } from '../tables/icons.tsx'
import { useText } from '../tables/useText.ts'
import styles from './Notifications.module.css'

const drawings = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const
/** A success is noticed in passing; a warning wants reading; an error stays until it is put away. */
const LASTS = { success: 3000, warning: 8000, error: null } as const
/** What can be taken back stays long enough to be reached. */
const OFFERS = 8000

/** What came of things, lower right. The region is always there, so that what comes into it is read out. */
export function Notifications() {
  const text = useText()
  const shown = useAtomValue(notificationsAtom)
  return (
    <section
      className={styles.stack}
      aria-label={text('notifications.title')}
      aria-live="polite"
      data-region="notifications"
    >
      {shown.slice(-5).map(notification => (
        <Toast key={notification.id} {...notification} />
      ))}
    </section>
  )
}

function Toast({ id, kind, text: said, details, offer, offers = [] }: Notification) {
  const text = useText()
  // Neither under the mouse nor under the keyboard it goes away.
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = hasPointer || hasFocus
  // What is to be done about it stays until it is put away.
  const lasts = offers.length > 0 ? null : offer && kind === 'success' ? OFFERS : LASTS[kind]
  useEffect(() => {
    if (lasts === null || isHeld) return
    const timer = setTimeout(() => dismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, isHeld])
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocusCapture={() => setFocus(true)}
      onBlurCapture={({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget))}
    >
      <Drawing of={drawings[kind]} className={styles.icon} />
      <div className={styles.text}>
        <div>{said}</div>
        {details ? <div className={styles.details}>{details}</div> : null}
        {offers.length > 0 ? (
          <div className={styles.offers}>
            {offers.map(({ id: command, args }) => (
              <Button key={command} command={command} args={args} look="quiet" label={text(`${command}.offer`)} />
            ))}
          </div>
        ) : null}
      </div>
      {offer ? <Button command={offer.id} args={offer.args} look="quiet" label={text(`${offer.id}.offer`)} /> : null}
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
