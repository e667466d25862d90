/** Trusted proxies for the client address, and its uses. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trustedProxies } from '../../server/http/calls/proxies.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

describe('TRUST_PROXY', () => {
  test('names addresses', () => {
    expect(trustedProxies(undefined)).toEqual([])
    expect(trustedProxies(' 10.0.0.1, 2001:db8::1 ,')).toEqual(['10.0.0.1', '2001:db8::1'])
  })

  test.each(['true', '1', 'loopback', '10.0.0.0/8', '10.0.0.1 10.0.0.2', 'proxy.local', '*', '10.0.0'])(
    'is refused by name where it is none: %s',
    text => expect(() => trustedProxies(`10.0.0.1,${text}`)).toThrow(JSON.stringify(text)),
  )
})

/** Failed sign-in as administrator, and the address in the sign-in log. */
async function addressLogged(server: TestServer, forwarded?: string): Promise<string> {
  const credentials = { grant_type: 'password', username: 'admin', password: 'wrong123' }
  await sql`delete from loginfailure`.execute(server.db)
  await server.call('POST', 'Auth/login', credentials, null, forwarded ? { 'x-forwarded-for': forwarded } : {})
  const { rows } = await sql<{ ip: string }>`select ip from userlogin order by id desc limit 1`.execute(server.db)
  return rows[0]?.ip ?? ''
}

describe('a peer that is no proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ proxies: ['203.0.113.1'] })
  })
  afterAll(() => server.close())

  test('mints no addresses', async () => {
    for (const forged of ['198.51.100.7', '203.0.113.1', '127.0.0.2, 203.0.113.1'])
      expect(await addressLogged(server, forged)).toBe('127.0.0.1')
  })

  test('gets no further guesses by it', async () => {
    await sql`delete from loginfailure`.execute(server.db)
    const guess = (at: number) =>
      server.call('POST', 'Auth/login', { grant_type: 'password', username: 'admin', password: 'wrong123' }, null, {
        'x-forwarded-for': `198.51.100.${at}`,
      })
    const answers = []
    for (let at = 1; at <= 6; at += 1) answers.push((await guess(at)).status)
    expect(answers.filter(status => status === 1009)).toHaveLength(3)
  })
})

describe('behind a proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ proxies: ['127.0.0.1'] })
  })
  afterAll(() => server.close())

  test('people have addresses of their own; what the caller put before the last one is not believed', async () => {
    expect(await addressLogged(server)).toBe('127.0.0.1')
    expect(await addressLogged(server, '198.51.100.7')).toBe('198.51.100.7')
    expect(await addressLogged(server, '::ffff:198.51.100.8')).toBe('198.51.100.8')
    expect(await addressLogged(server, '10.9.9.9, 198.51.100.7')).toBe('198.51.100.7')
    expect(await addressLogged(server, '198.51.100.7, nonsense')).toBe('127.0.0.1')
  })

  test('one address that guesses keeps no other waiting', async () => {
    await sql`delete from loginfailure`.execute(server.db)
    const from = (address: string, password = 'wrong123') =>
      server.call('POST', 'Auth/login', { grant_type: 'password', username: 'admin', password }, null, {
        'x-forwarded-for': address,
      })
    expect(await from('198.51.100.8', server.password)).toMatchObject({ status: 0 })
    for (let at = 0; at < 4; at += 1) await from('198.51.100.7')
    expect(await from('198.51.100.7', server.password)).toMatchObject({ http: 429 })
    expect(await from('198.51.100.8', server.password)).toMatchObject({ status: 0 })
    const { rows } = await sql`select ip from auditlog where action = 'LOGIN' order by id desc limit 1`.execute(
      server.db,
    )
    expect(rows).toEqual([{ ip: '198.51.100.8' }])
  })
})
