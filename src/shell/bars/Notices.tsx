import { useAtomValue } from 'jotai'
import { Bell, Pin } from 'lucide'
import { execute } from '../../commands/gate/execute.ts'
import { momentHint } from '../../data/plantClock.ts'
import { noticesAtom, type OwnNotice, unreadNoticesAtom } from '../../data/realtime/notices.ts'
import { showInstant } from '../../fields/days.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import styles from './Notices.module.css'
import bar from './TopBar.module.css'

export function NoticesBell() {
  const text = useText()
  const unread = useAtomValue(unreadNoticesAtom)
  const title = unread > 0 ? text('notices.unread', { count: unread }) : text('notices.title')
  return (
    <button
      type="button"
      className={controls.iconButton}
      data-command="notices.open"
      data-hint={title}
      aria-label={title}
      onClick={() => void execute('notices.open', {}, { surface: 'button' })}
    >
      <Drawing of={Bell} size={16} />
      {unread > 0 ? (
        <span className={bar.badge} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </button>
  )
}

export function Notices() {
  const text = useText()
  const isOpen = useAtomValue(overlayAtom) === 'notices'
  const notices = useAtomValue(noticesAtom)
  const unread = useAtomValue(unreadNoticesAtom)
  return (
    <DialogFrame
      open={isOpen}
      title={text('notices.title')}
      width={560}
      onClose={closeOverlay}
      footer={unread > 0 ? <Button command="notices.read" label={text('notices.readAll')} /> : null}
    >
      {notices.length === 0 ? (
        <Empty title={text('notices.none')} hint={text('notices.noneHint')}>
          <Button command="navigate.notify" label={text('notices.all')} />
        </Empty>
      ) : null}
      <ul className={styles.list}>
        {notices.map(notice => (
          <li key={notice.id}>
            <NoticeLine {...notice} />
          </li>
        ))}
      </ul>
    </DialogFrame>
  )
}

/** First page of the console that a notice links. */
const pathIn = (html: string) => /href="(\/(?!files\/|\/)[^"]+)"/.exec(html)?.[1]

function NoticeLine({ id, title, content, html, publishTime, isPinned, isRead }: OwnNotice) {
  const text = useText()
  const record = pathIn(html)
  return (
    <details
      className={styles.notice}
      data-read={isRead}
      onToggle={event => {
        if (event.currentTarget.open && !isRead) void execute('notices.read', { ids: [id] }, { surface: 'button' })
      }}
    >
      <summary className={styles.head}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.title}>{title}</span>
        {isPinned ? (
          <span className={styles.pin} title={text('notify.isPinned')}>
            <Drawing of={Pin} size={14} />
            <span className={styles.hidden}>{text('notify.isPinned')}</span>
          </span>
        ) : null}
        {isRead ? null : <span className={styles.hidden}>{text('notices.new')}</span>}
        <time className={styles.time} dateTime={publishTime} title={momentHint(publishTime)}>
          {showInstant(publishTime)}
        </time>
      </summary>
      <p className={styles.content}>{content}</p>
      {record === undefined ? null : (
        <p className={styles.content}>
          <PageLink href={record} className={styles.link} onClick={closeOverlay}>
            {text('notices.open')}
          </PageLink>
        </p>
      )}
    </details>
  )
}
