import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../server/domain/files/addresses.ts'
import { isNamedHost } from '../../../server/domain/files/capture.ts'
import { type Fence, fetchPicture, Unfetchable } from '../../../server/domain/files/fetching.ts'
import { png } from '../../support/pictures.ts'
import { type Page, type RemoteSite, startSite } from '../../support/remoteSite.ts'

/** Loopback, private networks and cloud metadata addresses, in every notation. */
const internal = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
  ],
  ...['0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '①②⑦.⓪.⓪.①', '127。0。0。1', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[0:0:0:0:0:ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...['[100::1]', '[2001:db8::1]', '[::ffff:0:127.0.0.1]', '[3fff::1]'],
]

const never = new AbortController().signal
let picture: Buffer
let site: RemoteSite
const huge = randomBytes(64 * 1024)

const redirect =
  (to: string): Page =>
  (_request, response) =>
    void response.writeHead(302, { location: to }).end()

const pages: Record<string, Page> = {
  '/a.png': (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  '/three': redirect('/two'),
  '/two': redirect('/one'),
  '/one': redirect('/a.png'),
  '/four': redirect('/three'),
  '/endless': redirect('/endless'),
  '/inside': (request, response) => redirect(`http://10.0.0.1:${request.socket.localPort}/a.png`)(request, response),
  '/mapped': (request, response) => redirect(`http://[::ffff:a00:1]:${request.socket.localPort}/`)(request, response),
  '/named': (request, response) => redirect(`http://inside.example:${request.socket.localPort}/`)(request, response),
  '/metadata': redirect('http://169.254.169.254/latest/meta-data'),
  '/script': redirect('file:///etc/passwd'),
  '/otherPort': redirect('http://picture.example:22/'),
  '/missing': (_request, response) => void response.writeHead(500).end('secret'),
  '/big': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const more = () => void (response.write(huge) ? setImmediate(more) : response.once('drain', more))
    more()
  },
  '/announced': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'image/png', 'content-length': '99999999999' }).flushHeaders(),
  '/packed': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50_000_000))),
  '/silent': () => undefined,
  '/slow': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const drip = setInterval(() => response.write('x'), 50)
    response.once('close', () => clearInterval(drip))
  },
}

/** DNS with these answers in order; the last one repeats. */
const naming =
  (...answers: readonly string[]): LookupFunction =>
  (_hostname, _options, callback) => {
    const [address = ''] = answers.length > 1 ? (answers as string[]).splice(0, 1) : answers
    const all = address.split(' ').map(each => ({ address: each, family: each.includes(':') ? 6 : 4 }))
    callback(null, all)
  }

/** Real fence, with the site on this machine as the only public address. */
const fence = (more: Partial<Fence> = {}): Fence => ({
  mayReach: address => address === '127.0.0.1' || isPublicAddress(address),
  ports: [site.port],
  bytes: 1_000_000,
  hops: 3,
  lookup: naming('127.0.0.1'),
  ...more,
})
const strict = (more: Partial<Fence> = {}) => fence({ mayReach: isPublicAddress, ...more })

const at = (path: string, host = 'picture.example') => `http://${host}:${site.port}${path}`
const refused = (url: string, within: Fence, signal: AbortSignal = never) =>
  expect(fetchPicture(url, within, signal)).rejects.toBeInstanceOf(Unfetchable)

beforeAll(async () => {
  picture = await png()
  site = await startSite(pages)
})
afterAll(() => site.close())

describe('a picture of another site', () => {
  test('is fetched, over three redirects at most', async () => {
    const found = await fetchPicture(at('/a.png'), fence(), never)
    expect([found.bytes.equals(picture), found.type]).toEqual([true, 'image/png'])
    expect((await fetchPicture(at('/three'), fence(), never)).url.pathname).toBe('/a.png')
    await refused(at('/four'), fence())
    await refused(at('/endless'), fence())
  })

  test('is told apart from everything else by its answer, and by nothing that is said of it', async () => {
    await refused(at('/missing'), fence())
    await refused(at('/nowhere'), fence())
  })

  test.each(internal)('is not looked for at %s', async host => {
    const before = site.asked.length
    expect(isPublicAddress(new URL(`http://${host}/`).hostname)).toBe(false)
    await refused(at('/a.png', host), strict())
    expect(site.asked.length).toBe(before)
  })

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '93.184.216.34 127.0.0.1',
  ])('is not looked for where a name leads to %s', async answer => {
    const before = site.asked.length
    await refused(at('/a.png'), strict({ lookup: naming(answer) }))
    expect(site.asked.length).toBe(before)
  })

  test('is not looked for where a name leads inside the second time it is asked', async () => {
    const before = site.asked.length
    const rebinding = strict({ lookup: naming('93.184.216.34', '127.0.0.1') })
    // DNS rebinding: the first address is public and silent; retries are checked again.
    await refused(at('/a.png'), rebinding, AbortSignal.timeout(300))
    await refused(at('/a.png'), rebinding)
    expect(site.asked.length).toBe(before)
  })

  test.each(['/inside', '/mapped', '/named', '/metadata', '/script', '/otherPort'])(
    'is not followed inside by the redirect %s',
    async path => {
      const before = site.asked.length
      await refused(at(path), fence({ lookup: naming('127.0.0.1', '10.0.0.1'), ports: [site.port, 80] }))
      expect(site.asked.slice(before)).toEqual([path])
    },
  )

  test.each([
    'ftp://picture.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'gopher://picture.example/',
    'http://user:password@picture.example/a.png',
    'http://picture.example:22/',
    'http://',
    'a.png',
    `http://picture.example/${'a'.repeat(3000)}`,
  ])('is not asked for as %s', url => refused(url, fence({ ports: [80, 443] })))

  test('is asked of the hosts that are named alone, where some are', async () => {
    const named = 'picture.example, Example.COM'
    const hosts = [
      'picture.example',
      'img.example.com',
      'other.example',
      'notexample.com',
      'example.com.attacker.example',
    ]
    expect(hosts.map(host => isNamedHost(named, host))).toEqual([true, true, false, false, false])
    expect([isNamedHost(undefined, 'x'), isNamedHost('', 'x'), isNamedHost('off', 'x')]).toEqual([true, true, false])
    const mayAsk = (host: string) => isNamedHost('picture.example', host)
    expect((await fetchPicture(at('/a.png'), fence({ mayAsk }), never)).type).toBe('image/png')
    await refused(at('/a.png', 'other.example'), fence({ mayAsk }))
  })

  test('is given up when it is too much, announced or not, or packed', async () => {
    await refused(at('/big'), fence())
    await refused(at('/announced'), fence())
    await refused(at('/packed'), fence())
  })

  test('is given up when its time is over, whether nothing comes or a little for ever', async () => {
    const began = performance.now()
    await Promise.all([
      refused(at('/silent'), fence(), AbortSignal.timeout(500)),
      refused(at('/slow'), fence(), AbortSignal.timeout(500)),
    ])
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

/** Network namespace: public addresses can be local there, beside one that is not. */
const isolated = ['unshare', '-Urn'] as const
const [unshare, ...flags] = isolated
const mayIsolate = spawnSync(unshare, [...flags, 'ip', 'link', 'set', 'lo', 'up']).status === 0

describe.runIf(mayIsolate)('in a network of its own, with nothing injected,', () => {
  test('a picture is fetched from outside, and nothing from inside', () => {
    const child = fileURLToPath(new URL('../../support/captureChild.ts', import.meta.url))
    const { stdout, stderr } = spawnSync(unshare, [...flags, process.execPath, child], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect([stderr, JSON.parse(stdout || '{}')]).toEqual([
      '',
      {
        outside: 'fetched',
        inside: 'refused',
        redirected: 'refused',
        mapped: 'refused',
        reached: ['/a.png', '/inside'],
      },
    ])
  })
})
