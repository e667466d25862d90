/** The queue of labels: printed once, or failed with a word to look at the printer. Printers are real TCP servers. */
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { createServer as createApp } from '../../../server/http/serve.ts'
import { openTestPlant, type TestPlant } from '../../support/plant.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

/** Short claims: a slow job outlasts many of them. */
const labels = { claimMs: 800, stallMs: 1_500, connectMs: 1_000, lookMs: 250 }

let server: TestServer
let second: Awaited<ReturnType<typeof createApp>>
let plant: TestPlant
let token: string
let lot: { readonly id: number; readonly lotNo: string }

const call = (path: string, body: Values, asked = token) => server.call('POST', path, body, asked)

interface Printer {
  readonly port: number
  /** What came out, by connection. */
  readonly jobs: string[]
  /** Connections at one time, at most. */
  readonly most: () => number
  readonly go: () => void
  readonly close: () => Promise<void>
}

const printers: Printer[] = []

/** Reads so many bytes, then pauses this long; `Infinity` until told to go. */
async function slowPrinter(bytes: number, pauseMs: number): Promise<Printer> {
  const jobs: string[] = []
  const sockets = new Set<Socket>()
  let [now, most] = [0, 0]
  let isGoing = false
  const listener = createServer(socket => {
    sockets.add(socket)
    now += 1
    most = Math.max(most, now)
    const at = jobs.push('') - 1
    let read = 0
    socket.on('error', () => undefined)
    socket.on('data', part => {
      jobs[at] += part.toString('latin1')
      read += part.length
      if (isGoing || read < bytes) return
      read = 0
      socket.pause()
      if (pauseMs !== Number.POSITIVE_INFINITY) setTimeout(() => socket.resume(), pauseMs)
    })
    socket.on('close', () => {
      now -= 1
    })
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  const go = () => {
    isGoing = true
    for (const socket of sockets) socket.resume()
  }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>(resolve => listener.close(() => resolve()))
  }
  const printer = { port, jobs, most: () => most, go, close }
  printers.push(printer)
  return printer
}

/** Small windows would be quicker; here a job must exceed what the system takes for a printer. */
const pictures = Array.from({ length: 8 }, (_, at) => ({
  kind: 'text',
  x: 1,
  y: 1 + at * 12,
  w: 98,
  h: 12,
  size: 10,
  text: `鱻䲜𠮷野家昆布${at}`,
}))

async function large(): Promise<number> {
  const row = { name: `大标签${Date.now()}`, purpose: 'MATERIAL_LOT', width: 100, height: 100, layout: pictures }
  const saved = await call('template/save/labeltemplate', row)
  expect(saved, JSON.stringify(saved.data)).toMatchObject({ status: 0 })
  return saved.data.id
}

let template: number
let names = 0

async function printerAt(port: number): Promise<number> {
  names += 1
  const { data } = await call('template/save/labelprinter', {
    name: `P${names}`,
    address: '127.0.0.1',
    port,
    dots: 'D600',
  })
  return data.id
}

async function print(printerId: number, count: number, more: Values = {}): Promise<number> {
  const records = [{ id: lot.id, count }]
  const asked = {
    purpose: 'MATERIAL_LOT',
    records,
    perPackage: true,
    reason: '试',
    target: 'PRINTER',
    printerId,
    ...more,
  }
  const { status, message, data } = await call('Label/Print', asked)
  if (status !== 0) throw new Error(message)
  return data.id
}

async function stateOf(id: number, wanted: readonly string[], ms = 20_000): Promise<Values> {
  const until = performance.now() + ms
  let data: Values = {}
  while (performance.now() < until) {
    ;({ data } = await server.call('GET', 'template/edit/labelprint', { id }, token))
    if (wanted.includes(String(data.status))) return data
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`the print never became ${wanted}: ${JSON.stringify(data)}`)
}

const labelsIn = (text: string) => text.split('^XZ').length - 1

beforeAll(async () => {
  server = await startTestServer({ filled: { as: 'planted', with: openTestPlant }, labels })
  second = await createApp({ db: server.db, labels })
  await second.ready()
  plant = await openTestPlant(server.db)
  token = await server.signIn()
  lot = await plant.lot('M001', '25')
  template = await large()
})
afterAll(async () => {
  await Promise.all(printers.map(printer => printer.close()))
  await second.close()
  await server.close()
})

describe('two servers at one queue', () => {
  test('print a job once that lasts longer than many claims, and one at a time', { timeout: 60_000 }, async () => {
    const printer = await slowPrinter(1_500_000, 300)
    const printerId = await printerAt(printer.port)
    const began = performance.now()
    const jobs = [await print(printerId, 60, { templateId: template }), await print(printerId, 5)]
    expect(await stateOf(jobs[0] as number, ['SENDING'])).toMatchObject({ attempts: 1 })
    for (const id of jobs) expect(await stateOf(id, ['SENT', 'FAILED'])).toMatchObject({ status: 'SENT', attempts: 1 })
    const took = performance.now() - began
    console.log(`a job of ${Math.round((printer.jobs[0]?.length ?? 0) / 1024)} KB took ${Math.round(took)} ms`)
    expect(took).toBeGreaterThan(3 * labels.claimMs)
    expect(printer.jobs.map(labelsIn)).toEqual([60, 5])
    expect(printer.most()).toBe(1)
  })
})

describe('a printer that stops in the middle', () => {
  test('fails the job, which nobody sends again but a person with a reason', { timeout: 60_000 }, async () => {
    const printer = await slowPrinter(200_000, Number.POSITIVE_INFINITY)
    const other = await slowPrinter(1e9, 0)
    const [stuckId, otherId] = [await printerAt(printer.port), await printerAt(other.port)]
    const stuck = await print(stuckId, 60, { templateId: template })
    await stateOf(stuck, ['SENDING'])
    await stateOf(await print(otherId, 3), ['SENT'])
    const failed = await stateOf(stuck, ['FAILED'])
    expect(failed).toMatchObject({
      attempts: 1,
      fault: expect.stringMatching(/共 60 张，最多已打出 \d+ 张。请到打印机旁核对/),
    })
    const english = await server.call('GET', 'en-US/template/edit/labelprint', { id: stuck }, token)
    expect(english.data.fault).toMatch(/^The printer stopped for 1.5 seconds .* of 60 labels/)
    // Longer than any claim.
    await new Promise(resolve => setTimeout(resolve, 2 * labels.claimMs))
    expect([await stateOf(stuck, ['FAILED']), printer.jobs.length]).toMatchObject([{ attempts: 1 }, 1])

    // What may have come out counts as printed.
    const proof = await call('Label/Proof', { purpose: 'MATERIAL_LOT', records: [{ id: lot.id }] })
    expect(proof.data.printed).toHaveLength(1)
    printer.go()
    const bare = await call('template/print/labelprint', { ids: [stuck] })
    expect(bare.data.rows).toMatchObject([{ ok: false, data: { reason: 'required' } }])
    expect(await call('template/print/labelprint', { ids: [stuck], reason: '只打出两张' })).toMatchObject({ status: 0 })
    expect(await stateOf(stuck, ['SENT'])).toMatchObject({ fault: null, reason: '只打出两张' })
    expect(printer.jobs.map(labelsIn).at(-1)).toBe(60)
  })

  test('as many as there are hold up no other', { timeout: 60_000 }, async () => {
    const silent = await Promise.all(Array.from({ length: 12 }, () => slowPrinter(1, Number.POSITIVE_INFINITY)))
    const stuck: number[] = []
    for (const { port } of silent) stuck.push(await print(await printerAt(port), 20, { templateId: template }))
    const good = await slowPrinter(1e9, 0)
    const began = performance.now()
    await stateOf(await print(await printerAt(good.port), 2), ['SENT'])
    expect(performance.now() - began).toBeLessThan(labels.stallMs + 3_000)
    for (const id of stuck) expect(await stateOf(id, ['FAILED'])).toMatchObject({ attempts: 1 })
  })
})

describe('a claim of a server that died', () => {
  const lapse = (id: number, begunAt: string | null) =>
    sql`update labelprint set status = 'SENDING', claim = 'gone', "begunAt" = ${begunAt}, "nextAt" = now()
      where id = ${id}`.execute(server.db)

  test('is printed by another while no byte was sent, and failed afterwards', async () => {
    const printer = await slowPrinter(1e9, 0)
    const printerId = await printerAt(printer.port)
    const before = await print(printerId, 2)
    await stateOf(before, ['SENT'])
    await lapse(before, null)
    expect(await stateOf(before, ['SENT'])).toMatchObject({ fault: null })
    expect(printer.jobs.map(labelsIn)).toEqual([2, 2])
    await lapse(before, new Date().toISOString())
    expect(await stateOf(before, ['FAILED'])).toMatchObject({ fault: expect.stringContaining('请到打印机旁核对') })
    expect(printer.jobs.length).toBe(2)
    const [audit] = (
      await sql<Values>`select changes from auditlog where entity = 'labelprint' and "entityId" = ${String(before)}
        and action = 'STATUS' order by id desc limit 1`.execute(server.db)
    ).rows
    expect(audit?.changes).toContain('FAILED')
  })

  test('taken from one that still prints cuts it, and its word no longer counts', async () => {
    const printer = await slowPrinter(100_000, 100)
    const id = await print(await printerAt(printer.port), 60, { templateId: template })
    await stateOf(id, ['SENDING'])
    while (printer.jobs.length === 0) await new Promise(resolve => setTimeout(resolve, 20))
    await sql`update labelprint set status = 'FAILED', fault = 'x', claim = 'other' where id = ${id}`.execute(server.db)
    await new Promise(resolve => setTimeout(resolve, 2 * labels.claimMs))
    expect(await stateOf(id, ['FAILED'])).toMatchObject({ fault: 'x' })
    expect(labelsIn(printer.jobs[0] ?? '')).toBeLessThan(60)
  })
})
