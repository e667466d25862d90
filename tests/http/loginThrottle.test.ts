/** Attempts of strangers at sign-in, which lock nobody out. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accountDelay, addressDelay } from '../../server/domain/auth/loginThrottle.ts'
import { networkOf } from '../../server/domain/auth/networks.ts'
import { hashToken } from '../../server/domain/auth/tokens.ts'
import { adminPassword, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(async () => {
  await sql`delete from loginfailure`.execute(server.db)
  await sql`delete from loginorigin`.execute(server.db)
})

/** Captcha with a known text: a thirty-line script reads them all. */
async function picture(): Promise<string> {
  const { data } = await server.call('GET', 'Home/CreateCode')
  await sql`update verification set answer = ${hashToken(`${data.id}:abcde`)}
    where handle = ${hashToken(data.id)}`.execute(server.db)
  return `${data.id}:abcde`
}

const guess = async (username: string, password = 'wrong123') =>
  server.call('POST', 'Auth/login', { grant_type: 'password', username, password, validCode: await picture() })
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status)

describe('spraying one password over many accounts', () => {
  test('120 accounts at once get five guesses, however well pictures are read', async () => {
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => guess(`sprayed${at}`)))
    const seconds = (performance.now() - began) / 1000
    // A slow machine lets the first waits (2, 4, 8 s) pass.
    const allowed = 5 + [2, 6, 14, 30, 62].filter(until => until < seconds).length
    const guesses = statuses(answers).filter(status => status === 1009).length
    expect(guesses).toBeGreaterThanOrEqual(5)
    expect(guesses).toBeLessThanOrEqual(allowed)
    expect(statuses(answers).filter(status => status === 429)).toHaveLength(120 - guesses)
  })

  test('waits longer with each account, up to a quarter of an hour', async () => {
    for (let at = 1; at <= 5; at += 1) expect(await guess(`one${at}`)).toMatchObject({ status: 1009 })
    const refused = await guess('one6')
    expect(refused).toMatchObject({ http: 429, data: { seconds: 2 } })
    expect(refused.headers.get('retry-after')).toBe('2')
    await sql`update loginfailure set "lastAt" = "lastAt" - interval '2 seconds'`.execute(server.db)
    expect(await guess('one6')).toMatchObject({ status: 1009 })
    expect((await guess('one7')).data.seconds).toBeGreaterThan(2)
    expect([4, 5, 6, 8, 40].map(failed => addressDelay(failed, 0))).toEqual([0, 2, 4, 16, 900])
  })

  test('keeps nobody out who signed in from there, nor asks him for a picture', async () => {
    await server.signIn()
    await Promise.all(Array.from({ length: 20 }, (_, at) => guess(`office${at}`)))
    expect(
      await server.call('POST', 'Auth/login', { grant_type: 'password', username: 'admin', password: adminPassword }),
    ).toMatchObject({ status: 0 })
    // His own failures count for him as before.
    for (let at = 1; at <= 3; at += 1) await guess('admin')
    expect(await guess('admin', adminPassword)).toMatchObject({ http: 429 })
  })

  test('three failures of a stranger keep out nobody new either', async () => {
    for (const name of ['stranger1', 'stranger2', 'stranger3']) await guess(name)
    expect(await guess('admin', adminPassword)).toMatchObject({ status: 0 })
  })

  test('an office has credit for those who work there, and a person who gets in takes his failures back', async () => {
    expect([9, 10, 15].map(failed => addressDelay(failed, 11))).toEqual([0, 2, 64])
    expect([14, 15].map(failed => addressDelay(failed, 500))).toEqual([0, 2])
    await guess('admin')
    await guess('admin', adminPassword)
    for (let at = 1; at <= 5; at += 1) expect(await guess(`typo${at}`)).toMatchObject({ status: 1009 })
  })
})

describe('guessing at one account from many addresses', () => {
  const elsewhere = (failures: number) =>
    sql`insert into loginfailure (account, address, failures, "lastAt")
      select 'admin', '198.51.100.' || n, 1, now() from generate_series(1, ${failures}::int) as n`.execute(server.db)

  test('waits where the account never signed in from, and nowhere else', async () => {
    expect([9, 10, 11, 99].map(accountDelay)).toEqual([0, 2, 4, 900])
    await elsewhere(20)
    const refused = await guess('admin', adminPassword)
    expect(refused).toMatchObject({ http: 429 })
    expect(refused.data.seconds).toBeGreaterThan(800)
    await sql`insert into loginorigin (account, address, "lastAt") values ('admin', '127.0.0.1', now())`.execute(
      server.db,
    )
    expect(await guess('admin', adminPassword)).toMatchObject({ status: 0 })
  })
})

test('an IPv6 host counts as its network, and an IPv4 address in whatever form', () => {
  expect(['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::1'].map(networkOf)).toEqual(Array(2).fill('2001:db8:1:2::/64'))
  expect(['192.0.2.7', '::ffff:192.0.2.7', ''].map(networkOf)).toEqual(['192.0.2.7', '192.0.2.7', ''])
})
