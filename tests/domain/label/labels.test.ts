/** Label calls and the queue, with a printer that is a real TCP server. */
import { getEventListeners } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { isPrinterAddress } from '../../../server/domain/files/addresses.ts'
import { sendToPrinter } from '../../../server/domain/label/printerConnection.ts'
import { forgetLabels } from '../../../server/domain/label/printLabels.ts'
import { withPlant } from '../../support/plantServer.ts'
import { openDecoder, openPrinter } from '../../support/readCodes.ts'
import { longestStall } from '../../support/stall.ts'

const at = withPlant()
const call = (path: string, body: Values, token = at.token) => at.server.call('POST', path, body, token)
const print = (body: Values, token = at.token) =>
  call('Label/Print', { purpose: 'MATERIAL_LOT', entity: 'stocklot', ...body }, token)

interface Fake {
  readonly port: number
  readonly received: string[]
  readonly close: () => Promise<void>
}

/** Printer that keeps what it is sent; a silent one reads nothing. */
async function fakePrinter({ isSilent = false } = {}): Promise<Fake> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (isSilent) return void socket.pause()
    const parts: Buffer[] = []
    socket.on('data', part => parts.push(part))
    socket.on('end', () => received.push(Buffer.concat(parts).toString()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
  return { port, received, close }
}

const printers: Fake[] = []
let lot: { readonly id: number; readonly lotNo: string }
let names = 0

async function printerAt(port: number, more: Values = {}): Promise<number> {
  names += 1
  const row = { name: `打印机${names}`, address: '127.0.0.1', port, dots: 'D203', ...more }
  const saved = await call('template/save/labelprinter', row)
  expect(saved).toMatchObject({ status: 0 })
  return saved.data.id
}

async function stateOf(id: number, wanted: string): Promise<Values> {
  let data: Values = {}
  for (let tries = 0; tries < 100; tries += 1) {
    ;({ data } = await at.server.call('GET', 'template/edit/labelprint', { id }, at.token))
    if (data.status === wanted) return data
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`the print never became ${wanted}: ${JSON.stringify(data)}`)
}

beforeAll(async () => {
  lot = await at.plant.lot('M001', '25')
})
afterAll(async () => {
  for (const printer of printers) await printer.close()
})

describe('labels of a lot', () => {
  test('are proved with their true content, by the default template', async () => {
    const { status, data } = await call('Label/Proof', { purpose: 'MATERIAL_LOT', records: [{ id: lot.id }] })
    expect([status, data.total, data.printed]).toEqual([0, 1, []])
    expect(data.labels[0]).toMatchObject({ id: lot.id, title: lot.lotNo, faults: [] })
    expect(data.labels[0].svg).toContain(lot.lotNo)
    const example = await call('Label/Proof', { purpose: 'PALLET' })
    expect(example.data.labels[0]).toMatchObject({ id: null, faults: [] })
  })

  test('of a template say aloud that the longest lot number does not fit', async () => {
    const bars = { kind: 'gs1128', x: 1, y: 1, w: 94, h: 20, ais: ['01', '17', '10'] }
    const proof = (layout: unknown) => call('Label/Proof', { purpose: 'PRODUCT_CASE', layout, width: 100, height: 30 })
    const [fault, ...others] = (await proof([bars])).data.labels[0].faults
    expect([fault, others]).toMatchObject([
      { at: 0, code: 'LOT_TOO_LONG', text: expect.stringMatching(/最长 20 位/) },
      [],
    ])
    expect((await proof([{ ...bars, ais: ['01', '17'] }])).data.labels[0].faults).toEqual([])
  })

  test('of a pallet warn of an SSCC below GS1’s least module, and are printed all the same', async () => {
    const bars = (w: number) => [{ kind: 'gs1128', x: 1, y: 1, w, h: 30, ais: ['00'] }]
    const proof = (w: number, more = {}) =>
      call('Label/Proof', { purpose: 'PALLET', layout: bars(w), width: 100, height: 40, ...more })
    expect((await proof(87)).data.labels[0].faults).toMatchObject([
      { at: 0, code: 'SSCC_THIN', text: expect.stringMatching(/0\.495 mm.*88 mm/) },
    ])
    expect((await proof(88)).data.labels[0].faults).toEqual([])
    const storage = [{ field: 'locationType', op: 'eq', value: 'STORAGE' }]
    const thin = { purpose: 'PALLET', width: 100, height: 40, layout: bars(80), status: 'ENABLED', isDefault: false }
    const { data: template } = await call('template/save/labeltemplate', { name: '细条码', ...thin })
    const [place] = (await call('template/list/stocklocation', { where: storage })).data.rows
    const packed = { locationId: place.id, packerId: at.day.id('employee', 'E003'), lines: [] }
    const { data: pallet } = await call('template/save/pallet', packed)
    const asked = { purpose: 'PALLET', templateId: template.id, entity: 'pallet', records: [{ id: pallet.id }] }
    expect((await call('Label/Proof', asked)).data.labels[0].faults).toMatchObject([{ code: 'SSCC_THIN' }])
    expect(await print({ ...asked, target: 'FILE', reason: '试打' })).toMatchObject({ status: 0 })
  })

  test('of a draft say what does not fit, and refuse what is no layout', async () => {
    const long = { kind: 'field', field: 'itemName', x: 0, y: 0, w: 5, h: 3, size: 3, before: '品名很长很长' }
    const draft = (layout: unknown) =>
      call('Label/Proof', { purpose: 'MATERIAL_LOT', records: [{ id: lot.id }], layout, width: 50, height: 30 })
    expect((await draft([long])).data.labels[0].faults).toMatchObject([{ at: 0, code: 'TEXT_TOO_LONG' }])
    for (const wrong of [[{ ...long, field: 'shipTo' }], [{ ...long, y: -1 }], [{ kind: 'image' }], {}, 'x'])
      expect(await draft(wrong)).toMatchObject({ status: 1001, data: { layout: 'labelLayout' } })
    expect(await draft([{ ...long, x: 49 }])).toMatchObject({ status: 1001, data: { layout: 'labelOutside' } })
  })

  test('go to the printer once, are read back, and again only with a reason that the audit keeps', async () => {
    const printer = await fakePrinter()
    printers.push(printer)
    const printerId = await printerAt(printer.port)
    const asked = { records: [{ id: lot.id, count: 40 }], perPackage: true, from: 2, to: 4, copies: 2 }
    const first = await print({ ...asked, target: 'PRINTER', printerId })
    expect(first, JSON.stringify(first.data)).toMatchObject({ status: 0, data: { labelCount: 6, status: 'QUEUED' } })
    expect(await stateOf(first.data.id, 'SENT')).toMatchObject({ attempts: 1, fault: null })
    const labels = printer.received.join('').split('^XZ\n').filter(Boolean)
    expect(labels.length).toBe(3)
    expect(labels[0]).toContain('^PQ2')
    const [decode, draw] = [await openDecoder(), await openPrinter()]
    const [code] = await decode(await draw(`${labels[0]}^XZ`, 100, 60, 8))
    expect(code?.text).toContain(`10${lot.lotNo}`)

    expect(await print({ ...asked, from: 5, to: 6, target: 'FILE' })).toMatchObject({ status: 0 })
    const refused = await print({ ...asked, from: 4, to: 4, target: 'FILE' })
    expect([refused.status, refused.message]).toEqual([2120, expect.stringContaining(lot.lotNo)])
    const again = await print({ ...asked, from: 4, to: 4, target: 'FILE', reason: '标签破损' })
    expect(again).toMatchObject({ status: 0, data: { status: 'SENT', labels: [] } })
    const audit = await at.rows(
      sql`select action, reason from auditlog where entity = 'stocklot' and "entityId" = ${String(lot.id)}
        and action = 'PRINT' order by id`,
    )
    expect(audit.at(-1)).toMatchObject({ reason: '标签破损' })
    const file = await at.server.call('GET', 'Label/File', { id: again.data.id, dots: 'D300' }, at.token)
    expect(Buffer.from(file.data).toString()).toContain('^PW1200')
    const taken = await at.rows(
      sql`select "byUserId" from auditlog where entity = 'labelprint' and "entityId" = ${String(again.data.id)}
        and action = 'EXPORT'`,
    )
    expect(taken).toHaveLength(1)
    const fileFor = (id: unknown, token: string) => at.server.call('GET', 'Label/File', { id }, token)
    expect((await fileFor(first.data.id, at.token)).message).toContain('状态')
    const other = await at.server.signInWith(['labelprint', 'labelprint.print'])
    expect((await fileFor(again.data.id, other)).status).toBe(1002)
    const { rows } = (await at.server.call('GET', 'template/history/stocklot', { id: lot.id }, at.token)).data
    expect(rows[0]).toMatchObject({ action: 'PRINT', printed: JSON.stringify({ labels: again.data.docNo }) })
  })

  test('leave nothing with the signals of the server, whether sent or not', async () => {
    const printer = await fakePrinter()
    printers.push(printer)
    const [stop, cut] = [new AbortController().signal, new AbortController().signal]
    async function* pieces() {
      yield ['^XA^XZ']
    }
    const sending = { connectMs: 1000, stallMs: 1000, begin: async () => true, stop, cut }
    const outcomes: string[] = []
    for (const port of [printer.port, 1])
      outcomes.push((await sendToPrinter({ address: '127.0.0.1', port }, { ...sending, pieces: pieces() })).outcome)
    expect(outcomes).toEqual(['sent', 'unsent'])
    expect([stop, cut].flatMap(signal => getEventListeners(signal, 'abort'))).toEqual([])
  })

  test('are kept for ninety days as a file, those that wait for their printer longer', async () => {
    const printerId = await printerAt(1)
    const asked = { records: [{ id: lot.id, count: 41 }], perPackage: true, from: 41, to: 41 }
    const file = await print({ ...asked, target: 'FILE' })
    const waiting = await print({ ...asked, target: 'PRINTER', printerId, reason: '等打印机' })
    const jobs = [file, waiting].map(({ data }) => Number(data.id))
    await at.rows(sql`update labelprint set "printedAt" = now() - interval '91 days' where id = any(${jobs})`)
    await forgetLabels(at.server.db)
    expect(await at.rows(sql`select "printId" from labelcontent where "printId" = any(${jobs})`)).toEqual([
      { printId: jobs[1] },
    ])
    const answer = await at.server.call('GET', 'Label/File', { id: jobs[0] }, at.token)
    expect([answer.status, answer.message]).toEqual([2127, expect.stringContaining('90 天')])
  })

  test('begin with layouts in the language of their organisation', async () => {
    const own = { name: 'Own', purpose: 'MATERIAL_LOT', width: 100, height: 60, status: 'ENABLED' }
    const saved = await call('en-US/template/save/labeltemplate', own)
    const words = saved.data.layout.flatMap((element: { before?: string }) => element.before ?? [])
    expect(words).toEqual(expect.arrayContaining(['Lot no. ', 'Expiry date ']))
  })

  test('come as pictures for the browser, up to a thousand', async () => {
    const other = await at.plant.lot('M001', '5', { supplierLotNo: 'SL2' })
    const asked = { records: [{ id: other.id, count: 1001 }], perPackage: true, target: 'BROWSER' }
    expect(await print(asked)).toMatchObject({ status: 2121 })
    const began = performance.now()
    const { answer, stall } = await longestStall(() => print({ ...asked, to: 1000 }))
    const { data } = answer
    console.log(
      `1000 labels as SVG: ${Math.round(performance.now() - began)} ms, longest stall ${Math.round(stall)} ms`,
    )
    expect(data.labels.length).toBe(1000)
    expect(data.labels[999].svg).toContain('1000 / 1001')
  })
})

describe('the queue', () => {
  test('lets no silent or absent printer stop another, and tells why in words', { timeout: 60_000 }, async () => {
    const [silent, good, gone] = [await fakePrinter({ isSilent: true }), await fakePrinter(), await fakePrinter()]
    printers.push(silent, good)
    await gone.close()
    const ids = await Promise.all([silent, gone, good].map(({ port }) => printerAt(port, { dots: 'D600' })))
    const jobs: number[] = []
    for (const printerId of ids) {
      const asked = {
        records: [{ id: lot.id, count: 300 }],
        perPackage: true,
        reason: '试',
        target: 'PRINTER',
        printerId,
      }
      jobs.push((await print(asked)).data.id)
    }
    await stateOf(jobs[2] as number, 'SENT')
    expect(good.received.length).toBe(1)
    const absent = await stateOf(jobs[1] as number, 'QUEUED')
    expect(absent.attempts).toBeGreaterThan(0)
    // As after the last of eight attempts.
    const last = () =>
      at.rows(
        sql`update labelprint set attempts = 7, "nextAt" = now() where id = ${jobs[1]} and status = 'QUEUED' returning id`,
      )
    while ((await last()).length === 0) await new Promise(resolve => setTimeout(resolve, 50))
    expect(await stateOf(jobs[1] as number, 'FAILED')).toMatchObject({
      attempts: 8,
      fault: expect.stringContaining('拒绝'),
    })
    const english = await at.server.call('GET', 'en-US/template/edit/labelprint', { id: jobs[1] }, at.token)
    expect(english.data.fault).toMatch(/^The printer refuses/)
    await call('template/save/labelprinter', { id: ids[1], port: good.port })
    expect(await call('template/print/labelprint', { ids: [jobs[1]] })).toMatchObject({ status: 0 })
    await stateOf(jobs[1] as number, 'SENT')
  })

  test('prints to no disabled printer and to no address that is not a printer’s', async () => {
    const printerId = await printerAt(9100, { status: 'DISABLED' })
    const asked = { records: [{ id: lot.id }], reason: '试', target: 'PRINTER' }
    expect(await print({ ...asked, printerId })).toMatchObject({ status: 2124 })
    expect(await print(asked)).toMatchObject({ status: 1001, data: { printerId: 'required' } })
    for (const address of [
      '169.254.169.254',
      '0.0.0.0',
      '::',
      'fe80::1',
      '::ffff:169.254.1.1',
      '2852039166',
      '0xa9.254.1.1',
      'a b',
      '224.0.0.1',
    ])
      expect(await call('template/save/labelprinter', { name: address, address }), address).toMatchObject({
        status: 1001,
        data: { address: 'printerAddress' },
      })
    expect(['192.168.1.20', '10.0.0.5', 'fd12::7', '100.100.100.200', 'fd00:ec2::254'].map(isPrinterAddress)).toEqual([
      ...[true, true, true, false, false],
    ])
  })
})

test('a printer on the server’s own machine needs the operator’s setting, on saving and on printing', async () => {
  const printer = await fakePrinter()
  printers.push(printer)
  const printerId = await printerAt(printer.port)
  const own = Object.values(networkInterfaces()).flatMap(list => list?.map(each => each.address) ?? [])
  delete process.env.LOCAL_PRINTERS
  try {
    const unsaved = { name: '本机打印', port: printer.port, dots: 'D203' }
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost', 'x.LocalHost', ...own])
      if (isPrinterAddress(address) || /localhost/i.test(address))
        expect(await call('template/save/labelprinter', { ...unsaved, address }), address).toMatchObject({
          data: { address: 'printerLocal' },
        })
    const { data } = await print({ records: [{ id: lot.id }], reason: '试', target: 'PRINTER', printerId })
    expect(await stateOf(data.id, 'FAILED')).toMatchObject({ fault: expect.stringContaining('LOCAL_PRINTERS=on') })
    expect(printer.received).toEqual([])
  } finally {
    process.env.LOCAL_PRINTERS = 'on'
  }
})

describe('who may', () => {
  test('needs the right to print and the page of the record', async () => {
    const asked = { records: [{ id: lot.id }], reason: '试', target: 'FILE' }
    const without = await at.server.signInWith(['labelprint', 'stocklot'])
    expect(await print(asked, without)).toMatchObject({ status: 1002 })
    const elsewhere = await at.server.signInWith(['labelprint', 'labelprint.print'])
    expect(await print(asked, elsewhere)).toMatchObject({ status: 1002 })
    const right = await at.server.signInWith(['labelprint', 'labelprint.print', 'stocklot'])
    expect(await print(asked, right)).toMatchObject({ status: 0 })
    expect(await print({ ...asked, records: [{ id: 999_999 }] }, right)).toMatchObject({ status: 1005 })
    expect(await print({ ...asked, entity: 'user' }, right)).toMatchObject({ status: 1001, data: { entity: 'option' } })
  })
})

describe('other records', () => {
  test('are printed: a receipt by package, a bin, a machine', async () => {
    const receipts = await at.rows(sql`select "parentId" as id from materialstoreinline where "lotId" = ${lot.id}`)
    const receipt = await call('Label/Proof', {
      purpose: 'MATERIAL_LOT',
      entity: 'materialstorein',
      records: [{ id: receipts[0]?.id }],
      perPackage: true,
    })
    expect(receipt, JSON.stringify(receipt.data)).toMatchObject({ status: 0, data: { total: 1 } })
    for (const [purpose, entity] of [
      ['LOCATION', 'stocklocation'],
      ['EQUIPMENT', 'equipment'],
    ] as const) {
      const [row] = await at.rows(sql`select id from ${sql.table(entity)} limit 1`)
      if (!row) continue
      const { status, data } = await call('Label/Proof', { purpose, records: [{ id: row.id }] })
      expect([status, data.labels?.[0].faults]).toEqual([0, []])
    }
  })
})
