/** Seals and verifies the hash chain of all organisations; publishes its head. */
import { sql } from 'kysely'
import { mailSettings, sendMail } from '../../basis/mail.ts'
import { appendHead, headText, readHeads } from '../../chain/heads.ts'
import { newSealer, seal } from '../../chain/seal.ts'
import { chainErrorText, verifyChain } from '../../chain/verify.ts'
import { notifyFindings, readersOf } from './findings.ts'
import { type Assignment, type Job, say, withinTime } from './job.ts'

const page = 'auditlog'

/** Mails the head to users of the page. Lost mails are superseded. */
async function mailHead({ context }: Assignment, subject: string, text: string): Promise<void> {
  const settings = mailSettings()
  if (!settings) return
  const { rows } = await sql<{ email: string }>`
    select distinct email from "user" where id = any(${await readersOf(context, page)}::bigint[]) and email <> ''
    order by 1`.execute(context.tx)
  for (const { email } of rows)
    await sendMail(settings, { to: email, subject, text, messageId: `<chain-${Date.parse(context.now)}-${email}>` })
}

export const auditCheck: Job = async assignment => {
  const { context, signal, backups } = assignment
  const db = context.tx
  await seal(db, newSealer(), signal)
  const heads = backups ? await readHeads(backups.folder) : []
  const { rows, head, errors } = await withinTime(assignment, ({ tx }) => verifyChain(tx, heads, { signal }))
  const headPart = headText(head)
  process.stderr.write(`Head of the audit chain ${headPart}\n`)
  await withinTime(assignment, async inner => {
    const title = errors.length === 0 ? 'task.chainHeadTitle' : 'task.chainBrokenTitle'
    const lines = errors.map(error => ({
      key: JSON.stringify(error).slice(0, 200),
      line: chainErrorText(inner.locale, error),
    }))
    const headLine = { key: headPart, line: say(inner, 'task.chainHead', { rows, head: headPart }) }
    await notifyFindings(inner, { page, title }, lines.length > 0 ? lines : [headLine])
  })
  const outcome = errors.length === 0 ? 'DONE' : 'FOUND'
  const [first] = errors
  const message = first
    ? say(context, 'task.chainBroken', { fault: chainErrorText(context.locale, first) })
    : say(context, 'task.chainWhole', { rows, head: headPart })
  await mailHead(assignment, say(context, 'task.chainMail'), message)
  // Invalid heads must not become the reference of later checks.
  if (backups && errors.length === 0) await appendHead(backups.folder, { ...head, at: context.now }, 'told')
  return { outcome, message }
}
