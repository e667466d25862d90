/** Idempotency keys: a repeated write replays its answer. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Database } from '../../db/connection/context.ts'
import { slowHash } from '../../domain/auth/passwords.ts'
import { FileAnswer } from '../../domain/basis/fileAnswer.ts'
import type { Route } from './route.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Request hash; secrets by a salted slow hash, hard to guess. */
export async function fingerprint(
  { path, secrets = [] }: Route,
  parameters: Values,
  userId: number,
  key: string,
): Promise<string> {
  const hidden = Object.entries(parameters).filter(([name]) => secrets.includes(name))
  if (hidden.length === 0) return sha256(`${path} ${JSON.stringify(parameters)}`)
  const open = Object.entries(parameters).filter(([name]) => !secrets.includes(name))
  const proof = await slowHash(JSON.stringify(hidden), `idempotency ${userId} ${key}`)
  return sha256(`${path} ${JSON.stringify(open)} ${proof}`)
}

/**
 * Key from the header, or null.
 * @throws AppError invalid unless short plain text
 */
export function idempotencyKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,90}$/.test(header)) throw invalid({ 'Idempotency-Key': 'text' })
  return header
}

/**
 * Runs work once per user and key; a repeat gets the same answer. One transaction: repeats wait, refused work leaves no
 * key.
 * @throws AppError alreadyDone when the key was used for another request
 */
export async function once(
  tx: Database,
  userId: number,
  key: string,
  request: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const made = await sql<{ id: number }>`
    insert into "idempotency" ("key", "userId", "request") values (${key}, ${userId}, ${request})
    on conflict ("key", "userId") do nothing returning "id"`.execute(tx)
  const id = made.rows[0]?.id
  if (id === undefined) {
    // The lock is logged: like the first time, the commit waits for a synchronous standby.
    const found = await sql<{ request: string; answer: { text: string } }>`
      select "request", "answer" from "idempotency" where "key" = ${key} and "userId" = ${userId}
      for update`.execute(tx)
    const before = found.rows[0]
    if (before?.request !== request) throw new AppError('alreadyDone')
    return JSON.parse(before.answer.text)
  }
  const data = await work()
  // Text, since jsonb would reorder names. Files are regenerated, not stored.
  if (data instanceof FileAnswer) await sql`delete from "idempotency" where "id" = ${id}`.execute(tx)
  else
    await sql`update "idempotency" set "answer" = ${JSON.stringify({ text: JSON.stringify(data ?? null) })}::jsonb where "id" = ${id}`.execute(
      tx,
    )
  return data
}

export interface Keyed {
  readonly key: string
  readonly request: string
}

/** Batch `once`. Null: answered or skipped, so run it alone. */
export async function onceTogether(
  tx: Database,
  userId: number,
  requests: readonly Keyed[],
  work: (places: readonly number[]) => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const made = await sql<{ key: string }>`
    insert into "idempotency" ("key", "userId", "request")
    select told."key", ${userId}::bigint, told."request"
    from json_to_recordset(${JSON.stringify(requests)}::json) as told("key" text, "request" text) order by told."key"
    on conflict ("key", "userId") do nothing returning "key"`.execute(tx)
  const fresh = new Set(made.rows.map(({ key }) => key))
  const places = [...requests.keys()].filter(place => fresh.has(requests[place]?.key ?? ''))
  const answers: unknown[] = requests.map(() => null)
  const done = places.length > 0 ? await work(places) : []
  const said: { key: string; answer: string }[] = []
  places.forEach((place, at) => {
    const data = done[at] ?? null
    answers[place] = data
    const answer = JSON.stringify({ text: JSON.stringify(data) })
    if (data !== null) said.push({ key: requests[place]?.key ?? '', answer })
  })
  const left = places.flatMap(place => (answers[place] === null ? [requests[place]?.key] : []))
  if (left.length > 0)
    await sql`delete from "idempotency" where "userId" = ${userId} and "key" = any(${left}::text[])`.execute(tx)
  if (said.length > 0)
    await sql`
      update "idempotency" own set "answer" = told.answer::jsonb
      from json_to_recordset(${JSON.stringify(said)}::json) as told("key" text, answer text)
      where own."userId" = ${userId} and own."key" = told."key"`.execute(tx)
  return answers
}

export async function forgetKeys(db: Database): Promise<void> {
  await sql`delete from "idempotency" where "createdAt" < now() - interval '1 day'`.execute(db)
}
