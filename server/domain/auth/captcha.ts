/** Captcha after failed sign-ins: slows programs down, locks nobody out. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { create } from 'svg-captcha'
import type { Database } from '../../db/connection/context.ts'
import { hashToken } from './tokens.ts'

const minutes = 5
const length = 5
// Dark letters without a background: colours were too pale to read.
const look = { noise: 3, width: 150, height: 50 }
const letters = 'abcdefhjkmnpqrstuvwxyz2345678'

export interface Captcha {
  readonly id: string
  readonly image: string
}

const answerOf = (id: string, text: string) => hashToken(`${id}:${text.toLowerCase()}`)

export async function newCaptcha(db: Database): Promise<Captcha> {
  const id = randomBytes(16).toString('base64url')
  const { text, data } = create({ ...look, size: length, charPreset: letters })
  await sql`
    insert into verification (kind, handle, answer, attempts, "expiresAt")
    values ('CAPTCHA', ${hashToken(id)}, ${answerOf(id, text)}, 0, now() + make_interval(mins => ${minutes}))`.execute(
    db,
  )
  return { id, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Checks `id:text`; consumes the captcha on failure too. */
export async function isCaptchaCorrect(db: Database, validCode: string): Promise<boolean> {
  const [id = '', text = ''] = validCode.split(':')
  const { rows } = await sql<{ answer: string; alive: boolean }>`
    delete from verification where kind = 'CAPTCHA' and handle = ${hashToken(id)}
    returning answer, "expiresAt" > now() as alive`.execute(db)
  const [found] = rows
  return found?.alive === true && found.answer === answerOf(id, text.trim())
}

export async function forgetVerifications(db: Database): Promise<void> {
  await sql`delete from verification where "expiresAt" < now()`.execute(db)
  await sql`delete from phonecode where "createdAt" < now() - interval '1 day'`.execute(db)
}
