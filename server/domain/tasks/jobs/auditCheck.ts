/**
 * Seals what is left, walks the whole hash chain, and tells its head outside the database: in the notice, the log, by mail
 * and beside the backups. The chain is of all organisations, so the task is the first one's.
 */
import { sql } from 'kysely'
import { mailSettings, sendMail } from '../../basis/mail.ts'
import { headText, keepHead, readHeads } from '../../chain/heads.ts'
import { newSealer, seal } from '../../chain/seal.ts'
import { faultText, verifyChain } from '../../chain/verify.ts'
import { notifyFindings, readersOf } from './findings.ts'
import { type Assignment, type Job, say, within } from './job.ts'

const page = 'auditlog'

/** To those who have the page and an address, where mail is set up. A head that did not arrive is in the next one. */
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
  const { rows, head, faults } = await within(assignment, ({ tx }) => verifyChain(tx, heads, { signal }))
  const told = headText(head)
  process.stderr.write(`Head of the audit chain ${told}\n`)
  await within(assignment, async inner => {
    const title = faults.length === 0 ? 'task.chainHeadTitle' : 'task.chainBrokenTitle'
    const lines = faults.map(fault => ({
      key: JSON.stringify(fault).slice(0, 200),
      line: faultText(inner.locale, fault),
    }))
    const headLine = { key: told, line: say(inner, 'task.chainHead', { rows, head: told }) }
    await notifyFindings(inner, { page, title }, lines.length > 0 ? lines : [headLine])
  })
  const outcome = faults.length === 0 ? 'DONE' : 'FOUND'
  const [first] = faults
  const message = first
    ? say(context, 'task.chainBroken', { fault: faultText(context.locale, first) })
    : say(context, 'task.chainWhole', { rows, head: told })
  await mailHead(assignment, say(context, 'task.chainMail'), message)
  // A head that does not fit must not become what later ones are measured by.
  if (backups && faults.length === 0) await keepHead(backups.folder, { ...head, at: context.now }, 'told')
  return { outcome, message }
}
