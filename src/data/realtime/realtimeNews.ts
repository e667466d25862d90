/** What the realtime channel tells a person: notices that are meant for him, and deadlines that run out. */
import type { DeadlineMessage, NoticeMessage } from '../../contract/system/realtime.ts'
import { text } from '../language.ts'
import { notify } from '../notifications.ts'
import { loadNotices } from './notices.ts'

/** These are a matter of food safety; the others are news. */
const urgent: ReadonlySet<string> = new Set(['ALERT', 'RECALL'])

/** Says that a notice has come, and reads it. */
export function hearNotice({ title, notifyType }: NoticeMessage): void {
  notify({ kind: urgent.has(notifyType) ? 'warning' : 'success', text: () => text('notice.arrived', { title }) })
  void loadNotices()
}

/** Says that a clock of a recall or an accident is near its end, or over. */
export function hearDeadline({ entity, what, stage, docNo, title, isDrill }: DeadlineMessage): void {
  const number = () => (isDrill ? text('task.drill', { docNo }) : docNo)
  notify({
    kind: stage === 'over' ? 'error' : 'warning',
    text: () => text(`deadline.${stage}`, { docNo: number(), clock: text(`${entity}.${what}`) }),
    details: title,
  })
}
