/** The files of `deploy/high-availability` agree with each other, with the server and with their page. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { addressesOf } from '../../server/db/connection/replication/hosts.ts'
import { readEnvironment } from '../../server/http/environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}/deploy/high-availability`
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const page = readFileSync(`${root}/docs/reference/high-availability.md`, 'utf8')
const machines = ['lotline1', 'lotline2', 'lotline3']
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const numberIn = (name: string, setting: string) =>
  Number(new RegExp(`\\b${setting}\\b[:=]? *(\\d+)`).exec(textOf(name))?.[1])

test('the page says where each file goes, in the words of the file itself', () => {
  for (const name of readdirSync(folder)) {
    const place = new RegExp(`^\\| \`${name}\` \\| (.+) \\|$`, 'm').exec(page)?.[1]
    expect(place, name).toBeDefined()
    const [path] = all(place ?? '', /`(\/\S+)`/g)
    if (path) expect(textOf(name).split('\n')[0], name).toContain(path)
  }
})

test('the server accepts the settings, and finds the three machines in each address', () => {
  const settings = parseEnv(textOf('lotline.env'))
  const read = readEnvironment(settings as Record<string, string>, () => '')
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const) {
    const hosts = addressesOf(String(read[name])).map(address => new URL(String(address)))
    expect(hosts.map(({ hostname }) => hostname)).toEqual(machines)
    expect(new Set(hosts.map(({ port }) => port))).toEqual(
      new Set([/listen: \S+:(5432)$/m.exec(textOf('patroni.yml'))?.[1]]),
    )
    const { username, pathname } = hosts[0] as URL
    expect(textOf('accounts.sql')).toContain(`create role ${username} login`)
    expect(textOf('accounts.sql')).toContain(`create database ${pathname.slice(1)} owner`)
    expect(textOf('patroni.yml')).toMatch(new RegExp(`- host ${pathname.slice(1)} \\S*\\b${username}\\b`))
  }
  const trusted = String(read.TRUST_PROXY).split(',')
  expect(textOf('nftables.conf')).toContain(`elements = { ${trusted.join(', ')} }`)
  for (const [at, address] of trusted.entries()) expect(page).toContain(`'${address} ${machines[at]}'`)
})

test('HAProxy asks every machine, and notices a server that stops before that closes', () => {
  const text = textOf('haproxy.cfg')
  const [, ready = '', running = '', postgres = ''] = text.split(/^(?:backend|listen) /m)
  for (const part of [ready, running, postgres]) expect(all(part, /^ {2}server (\w+) \1:\d+$/gm)).toEqual(machines)
  for (const [part, uri] of [
    [ready, '/readyz'],
    [running, '/healthz'],
    [postgres, '/primary'],
  ] as const)
    expect(part).toContain(`uri ${uri}\n`)
  const [seconds, times] = [/inter (\d+)s/, /fall (\d+)/].map(pattern => Number(pattern.exec(ready)?.[1])) as [
    number,
    number,
  ]
  expect(numberIn('lotline.env', 'DRAIN_SECONDS')).toBeGreaterThan(seconds * times + 2)
  const unit = readFileSync(`${root}/deploy/lotline.service`, 'utf8')
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(numberIn('lotline.env', 'DRAIN_SECONDS') + 10)
})

test('the firewall closes every port that machines use among themselves', () => {
  const [closed = ''] = all(textOf('nftables.conf'), /tcp dport \{ ([\d, ]+) \} drop/g)
  const used = new Set([
    ...all(textOf('etcd.service.conf'), /http:\/\/\S+?:(\d+)/g),
    ...all(textOf('patroni.yml'), /(?:listen: \S+|- lotline\d):(\d+)$/gm),
    ...all(textOf('haproxy.cfg'), /^ {2}server \w+ \w+:(\d+)$/gm),
  ])
  expect(closed.split(', ').sort()).toEqual([...used].sort())
})

test('the times of the lease and the connections fit', () => {
  const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map(name => numberIn('patroni.yml', name))
  expect(ttl).toBeGreaterThanOrEqual(Number(loop) + 2 * Number(retry))
  expect(Number(ttl) - numberIn('patroni.yml', 'safety_margin')).toBeGreaterThanOrEqual(
    Number(loop) + 2 * Number(retry),
  )
  expect(numberIn('patroni.yml', 'max_connections')).toBeGreaterThan(machines.length * 32 + 20)
  expect(textOf('patroni.yml')).toMatch(/synchronous_mode: true/)
  expect(textOf('patroni.yml')).toMatch(/- data-checksums/)
  const [cluster = ''] = all(textOf('etcd.service.conf'), /INITIAL_CLUSTER=(\S+)/g)
  expect(cluster.split(',')).toEqual(machines.map(name => `${name}=http://${name}:2380`))
})
