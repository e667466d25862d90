/** Notifications from the realtime channel: notices and expiring deadlines. */
import type { DeadlineMessage, NoticeMessage } from '#contract/system/realtime.ts'
import { text } from '../language.ts'
import { notify } from '../notifications.ts'
import { loadNotices } from './notices.ts'

/** Food safety notices are urgent; others are informational. */
const urgent: ReadonlySet<string> = new Set(['ALERT', 'RECALL'])

export function hearNotice({ title, notifyType }: NoticeMessage): void {
  notify({ kind: urgent.has(notifyType) ? 'warning' : 'success', text: () => text('notice.arrived', { title }) })
  void loadNotices()
}

export function hearDeadline({ entity, what, stage, docNo, title, isDrill }: DeadlineMessage): void {
  const number = () => (isDrill ? text('task.drill', { docNo }) : docNo)
  notify({
    kind: stage === 'over' ? 'error' : 'warning',
    text: () => text(`deadline.${stage}`, { docNo: number(), clock: text(`${entity}.${what}`) }),
    details: title,
  })
}
