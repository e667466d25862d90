import { useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dismiss, type Notification, notificationsAtom } from '../data/notifications.ts'
import controls from '../tables/controls.module.css'
import { useText } from '../tables/useText.ts'
import styles from './Notifications.module.css'

const drawings = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const
/** A success is noticed in passing; a warning wants reading; an error stays until it is put away. */
const LASTS = { success: 3000, warning: 8000, error: null } as const

/** What came of things, lower right. The region is always there, so that what comes into it is read out. */
export function Notifications() {
  const text = useText()
  const shown = useAtomValue(notificationsAtom)
  return (
    <section className={styles.stack} aria-label={text('notifications.title')} aria-live="polite">
      {shown.slice(-5).map(notification => (
        <Toast key={notification.id} {...notification} />
      ))}
    </section>
  )
}

function Toast({ id, kind, text: said, details }: Notification) {
  const text = useText()
  const [isHeld, setHeld] = useState(false)
  const lasts = LASTS[kind]
  useEffect(() => {
    if (lasts === null || isHeld) return
    const timer = setTimeout(() => dismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, isHeld])
  const Drawing = drawings[kind]
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Drawing size={16} className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        <div>{said}</div>
        {details ? <div className={styles.details}>{details}</div> : null}
      </div>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={text('shell.close')}
        onClick={() => dismiss(id)}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  )
}
