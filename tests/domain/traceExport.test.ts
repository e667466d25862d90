import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { format } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'
import { byteOrderMark, csvLine, disarmed, parseCsv } from '../../server/domain/importExport/csv.ts'
import { placeOfAddress } from '../../server/domain/trace/export/places.ts'
import { withPlant } from '../support/plantServer.ts'
import { unzipped } from '../support/unzipped.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
type Made = Lot & { readonly planId: number }
let [soy, bottled, boxed] = [] as unknown as [Lot, Made, Made]
let sales: readonly Values[] = []
let asked = {} as Readonly<Record<'asc' | 'desc', Values>>

/** Receipt that looks like a formula with leading zeros; correction, reversal, return, lot without data. */
beforeAll(async () => {
  const { day, plant } = at
  await day.product('X1', [['M001', '1']])
  await day.product('Y1', [['X1', '1']])
  soy = await plant.lot('M001', '100', { supplierLotNo: '=1+1', expiryDate: '2027-01-01' })
  const zeros = await plant.lot('M001', '30', { supplierLotNo: '000123', expiryDate: '2027-06-01' })
  bottled = await day.madeFrom('X1', soy, '40', '40')
  const [charged] = await at.rows(sql<Values>`select id from usematerialrecord where "lotId" = ${soy.id}`)
  await day.run('usematerialrecord.correct', { id: charged?.id, factAmount: '39.5', reason: '复秤' })
  const planId = await plant.plan('Y1', '10')
  const semi = { itemType: 'PRODUCT', semiProductId: day.id('product', 'X1'), lotId: bottled.id, qty: '10' }
  await day.issue(planId, [semi], { warehouseId: day.id('warehouse', 'WH05') })
  await day.use(planId, bottled.id, '10')
  const receipt = await day.produce(planId, '10')
  boxed = { id: receipt.lotId as number, lotNo: String(receipt.lotNo), planId }
  await day.run('stocklot.release', { id: boxed.id })
  sales = [
    await day.sell('D001', [day.saleLine('X1', bottled.id, '12')]),
    await day.sell('D002', [day.saleLine('X1', bottled.id, '3'), day.saleLine('Y1', boxed.id, '4')]),
  ]
  const undone = await day.sell('D003', [day.saleLine('X1', bottled.id, '1')])
  await day.run('productsaleout.reverse', { id: undone.id, reason: '客户取消' })
  const opening = { storeInType: 'OPENING', supplyId: null, deliveryNoteNo: null }
  const { lines } = await day.receive([day.receiptLine('M002', '8')], opening)
  const unknown = String(lines[0]?.lotNo)
  await at.rows(sql`update stocklot set "supplyId" = null, "supplierLotNo" = null, "expiryDate" = null,
    "sourceDocNo" = null, "certificateNo" = null where "lotNo" = ${unknown}`)
  asked = { asc: { lotNos: [soy.lotNo, zeros.lotNo, unknown] }, desc: { productLotNos: [boxed.lotNo] } }
})

type Direction = 'asc' | 'desc'
const pathOf = { asc: 'ReviewAsc', desc: 'ReviewDesc' } as const

async function exported(direction: Direction, wanted: 'XLSX' | 'CSV', locale = 'zh-CN'): Promise<Buffer> {
  const response = await fetch(`${at.server.url}/${locale}/SafetyReview/${pathOf[direction]}DataExport`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked[direction], format: wanted }),
  })
  expect(response.headers.get('content-type')).toContain(wanted === 'XLSX' ? 'spreadsheetml' : 'application/zip')
  return Buffer.from(await response.arrayBuffer())
}

const sha256 = (parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

type Cell = string | number | boolean | Date | null
type Sheet = { readonly sheet: string; readonly data: readonly (readonly Cell[])[] }

const workbook = async (bytes: Buffer) => (await readWorkbook(bytes, { trim: false })) as unknown as readonly Sheet[]

/** A sheet of the zip, by the key of its name. */
async function csvSheet(direction: Direction, key: string): Promise<readonly Values[]> {
  const files = [...unzipped(await exported(direction, 'CSV'))]
  const [, bytes] = files.find(([name]) => name.endsWith(` ${format('zh-CN', key)}.csv`)) as [string, Buffer]
  const [titles = [], ...rows] = parseCsv(bytes.toString(), 1e6)
  const hasKdes = rows[0]?.some(cell => /^(Traceability|Quantity|Business)/.test(cell))
  return rows.slice(hasKdes ? 1 : 0).map(row => Object.fromEntries(titles.map((title, index) => [title, row[index]])))
}
const title = (name: string, key = 'tracesheet') => format('zh-CN', `${key}.${name}`)

/** Sheet date as wall time, to the second; days without midnight. */
const wall = (cell: Date, isDay: boolean) =>
  new Date(Math.round(cell.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, isDay ? 10 : 19)
    .replace('T', ' ')

const sheetKeys = (direction: Direction) => [
  'review.summary',
  ...['sortable', 'receipts'].map(name => `tracesheet.${name}`),
  'reviewuse',
  ...['process', 'sales', 'contacts'].map(name => `tracesheet.${name}`),
  'reviewbalance',
  'tracesheet.edges',
  ...sectionsOf[direction].filter(name => !['reviewuse', 'reviewbalance', 'reviewdealer'].includes(name)),
]

describe('the file of a trace', () => {
  test.each(locales.flatMap(locale => (['asc', 'desc'] as const).map(direction => [direction, locale] as const)))(
    '%s in %s is the same as a workbook and as a zip, and its hash can be had from either',
    async (direction, locale) => {
      const [xlsx, zip] = [await exported(direction, 'XLSX', locale), await exported(direction, 'CSV', locale)]
      const files = [...unzipped(zip)]
      const names = sheetKeys(direction).map(key => format(locale, key))
      expect(files.map(([name]) => name)).toEqual(
        names.map((name, index) => `${String(index + 1).padStart(2, '0')} ${name.replace(/[/:]/g, ' ')}.csv`),
      )
      const hash = sha256(files.slice(1).map(([, bytes]) => bytes))
      const [snapshot] = await at.rows(sql<Values>`select * from tracesnapshot order by id desc limit 1`)
      expect(snapshot).toMatchObject({ fileHash: hash, direction: direction.toUpperCase(), accountedRate: '100.00' })
      expect(files[0]?.[1].toString()).toContain(hash)
      const sheets = await workbook(xlsx)
      expect(sheets.map(({ sheet }) => sheet)).toEqual(names.map(name => name.slice(0, 31)))
      const lines = sheets.slice(1).map(({ data }, index) => {
        const csv = parseCsv(String(files[index + 1]?.[1]), 1e6)
        const width = csv[0]?.length ?? 0
        const rows = data.map((row, line) =>
          csvLine(
            Array.from({ length: width }, (_, column) => {
              const cell = row[column] ?? null
              if (cell instanceof Date) return wall(cell, csv[line]?.[column]?.length === 10)
              return typeof cell === 'string' ? disarmed(cell) : cell === null ? '' : String(cell)
            }),
          ),
        )
        return byteOrderMark + rows.join('')
      })
      for (const [index, text] of lines.entries()) expect(text, names[index + 1]).toBe(String(files[index + 1]?.[1]))
      expect(sha256(lines)).toBe(hash)
      const summary = (sheets[0]?.data ?? []).map(([key, value]) => [key, value])
      expect(summary).toContainEqual([format(locale, 'review.hash'), hash])
    },
  )

  test('says in its summary what was asked, by whom, as of when, and what its codes mean', async () => {
    const [summary] = await workbook(await exported('asc', 'XLSX'))
    const of = (key: string) => summary?.data.find(([said]) => said === format('zh-CN', key))?.slice(1)
    const [snapshot] = await at.rows(sql<Values>`select * from tracesnapshot order by id desc limit 1`)
    expect(of('review.traceNo')?.[0]).toBe(snapshot?.traceNo)
    expect(of('review.askedBy')?.[0]).toBeTruthy()
    expect(of('review.asOfSeq')?.[0]).toBe(snapshot?.asOfSeq)
    expect(of('review.asOf')).toEqual([expect.any(Date), 'Asia/Shanghai'])
    expect(of('tracesheet.accounted')?.[0]).toBe(100)
    expect(of('review.count.lots')?.[0]).toBe(snapshot?.lotCount)
    expect(JSON.parse(String(snapshot?.query))).toEqual(asked.asc)
    const inputs = `${title('input')}: ${format('zh-CN', 'reviewasc.lotNos')}`
    expect(summary?.data.find(([said]) => said === inputs)?.[1]).toBe((asked.asc.lotNos as string[]).join('; '))
    const said = summary?.data.map(row => row.join('|')) ?? []
    expect(said).toContain('LotQuality|冻结|HOLD')
    expect(said.some(line => line.includes('UNECE KGM'))).toBe(true)
    const [audited] = await at.rows(
      sql<Values>`select action, entity, "entityId" from auditlog order by id desc limit 1`,
    )
    expect(audited).toEqual({ action: 'EXPORT', entity: 'reviewasc', entityId: snapshot?.traceNo })
  })

  test('in a format nobody knows is refused', async () => {
    const body = { ...asked.asc, format: 'PDF' }
    const answer = await at.server.call('POST', 'SafetyReview/ReviewAscDataExport', body, at.token)
    expect(answer).toMatchObject({ status: 1001, data: { format: 'option' } })
  })
})

describe('the sheets of a trace', () => {
  test('tell every movement of the ledger as a tracking event, the undone and the corrected so that sums hold', async () => {
    const rows = await csvSheet('asc', 'tracesheet.sortable')
    const said = rows.map(row => [row[title('lotNo')], row[title('event')], Number(row[title('quantity')])])
    const wanted = await at.rows(sql<Values>`
      select l."lotNo", case coalesce(o."moveType", g."moveType") when 'RCV' then 'RECEIVING' when 'SAL' then 'SHIPPING'
          when 'OUT' then 'TRANSFORMATION-OUTPUT' else 'TRANSFORMATION-INPUT' end as event,
        case when o.id is not null or g."moveType" = 'USA' then -g.quantity else g.quantity end as quantity
      from stockledger g join stocklot l on l.id = g."lotId" left join stockledger o on o.id = g."reversalOfSeq"
      where coalesce(o."moveType", g."moveType") in ('RCV', 'USE', 'USA', 'OUT', 'SAL') order by g.id`)
    expect(said).toEqual(wanted.map(row => [row.lotNo, row.event, Number(row.quantity)]))
    const shipped = said.filter(([lotNo, event]) => lotNo === bottled.lotNo && event === 'SHIPPING')
    expect(shipped.reduce((sum, [, , quantity]) => sum + Number(quantity), 0)).toBe(15)
    const remarks = rows.map(row => String(row[title('remarks')]))
    expect(remarks.filter(remark => /^冲销流水 \d+/.test(remark))).toHaveLength(1)
    expect(remarks.filter(remark => /^已被冲销，流水 \d+/.test(remark))).toHaveLength(1)
    expect(remarks.filter(remark => remark.includes('投料更正'))).toHaveLength(1)
  })

  test('name in a receipt the supplier’s lot and place, in a use what it became, in a sale who got it', async () => {
    const rows = await csvSheet('asc', 'tracesheet.sortable')
    const find = (event: string, lotNo: string) =>
      rows.find(row => row[title('event')] === event && row[title('lotNo')] === lotNo) ?? {}
    const received = find('RECEIVING', soy.lotNo)
    const [supply] = await at.rows(sql<Values>`select * from supply where code = 'S001'`)
    expect(received[title('tlc')]).toBe("'=1+1")
    expect(received[title('fromPhone')]).toBe(supply?.phone)
    expect(received[title('documentNo')]).toBe('DN1')
    expect(received[title('uneceCode')]).toBe('KGM')
    expect(received[title('zoneOffset')]).toBe("'+08:00")
    expect(find('TRANSFORMATION-INPUT', soy.lotNo)[title('newTlc')]).toBe(bottled.lotNo)
    const made = find('TRANSFORMATION-OUTPUT', boxed.lotNo)
    expect(made[title('newTlc')]).toBe(boxed.lotNo)
    const [plan] = await at.rows(sql<Values>`select "docNo" from produceplan where id = ${boxed.planId}`)
    expect(made[title('documentNo')]).toBe(plan?.docNo)
    const shipped = find('SHIPPING', boxed.lotNo)
    const [dealer] = await at.rows(sql<Values>`select * from dealer where code = 'D002'`)
    expect([shipped[title('toName')], shipped[title('toPhone')]]).toEqual([dealer?.name, dealer?.phone])
    expect(shipped[title('documentNo')]).toBe(sales[1]?.docNo)
    expect([shipped[title('packageQty')], shipped[title('packageUnitName')]]).toEqual(['4', '箱'])
  })

  test('hold every row of the answer’s sections, of each direction', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const files = [...unzipped(await exported(direction, 'CSV'))]
      const own = sectionsOf[direction].filter(name => name !== 'reviewdealer')
      for (const name of own) {
        const [, bytes] = files.find(([file]) => file.slice(3) === `${format('zh-CN', name)}.csv`) as [string, Buffer]
        const lines = parseCsv(bytes.toString(), 1e6).slice(name === 'reviewuse' ? 2 : 1)
        expect(
          lines.map(line => line.map(cell => cell.replace(/^'(?=[=+@-])/, ''))),
          name,
        ).toEqual(await sectionLines(direction, name))
      }
    }
  })

  const cellText = (field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (field.enumeration) return format('zh-CN', `${field.enumeration.name}.${String(value)}`)
    if (field.kind === 'flag') return format('zh-CN', value ? 'flag.yes' : 'flag.no')
    if (['quantity', 'decimal', 'rate', 'money'].includes(field.kind)) return String(Number(value))
    if (field.kind === 'instant')
      return new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Asia/Shanghai',
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(new Date(String(value)))
    return String(value)
  }

  /** All rows of a section as the answer's own pages give them. */
  async function sectionLines(direction: Direction, section: SectionName): Promise<string[][]> {
    const body = { ...asked[direction], section, size: 200 }
    const answer = await at.server.call('POST', `SafetyReview/${pathOf[direction]}Rows`, body, at.token)
    expect(answer).toMatchObject({ status: 0 })
    const fields = Object.entries(sections[section].fields as Readonly<Record<string, Field>>)
    return answer.data.rows.map((row: Values) => fields.map(([name, field]) => cellText(field, row[name])))
  }

  test('list each dealer once, his phone first, his lots in one cell, in the order in which to ring', async () => {
    const rows = await csvSheet('asc', 'tracesheet.contacts')
    const dealers = await at.rows(
      sql<Values>`select code, name, "recallPhone" from dealer where code in ('D001', 'D002')`,
    )
    const named = (code: string) => dealers.find(dealer => dealer.code === code) ?? {}
    expect(rows.map(row => Object.values(row).slice(0, 2))).toEqual(
      ['D001', 'D002'].map(code => [named(code).recallPhone, named(code).name]),
    )
    expect(rows.map(row => row[title('lots')])).toEqual([bottled.lotNo, [bottled.lotNo, boxed.lotNo].sort().join('; ')])
    expect(rows.map(row => row[title('netByUnit')])).toEqual(['12 箱', '7 箱'])
  })

  test('hold the graph as it is stored', async () => {
    const rows = await csvSheet('asc', 'tracesheet.edges')
    const stored = await at.rows(sql<Values>`
      select i."lotNo" as a, o."lotNo" as b, k."usedQuantity" as quantity from lotlink k
      join stocklot i on i.id = k."inLotId" join stocklot o on o.id = k."outLotId" order by 1, 2`)
    const said = rows.map(row => [row[title('inLotNo')], row[title('outLotNo')], Number(row[title('usedQty')])])
    expect(said.sort()).toEqual(stored.map(({ a, b, quantity }) => [a, b, Number(quantity)]).sort())
    expect(said).toContainEqual([soy.lotNo, bottled.lotNo, 39.5])
  })

  test('keep what looks like a formula or a number a text, days days, and a lot that knows nothing a row', async () => {
    const sheets = await workbook(await exported('asc', 'XLSX'))
    const receipts = sheets.find(({ sheet }) => sheet === title('receipts'))
    const [titles = [], kdes = [], ...rows] = receipts?.data ?? []
    const column = (name: string) => titles.indexOf(title(name))
    expect(kdes[column('supplierLotNo')]).toBe('Traceability lot code')
    const lots = rows.map(row => row[column('supplierLotNo')])
    expect(lots).toEqual(expect.arrayContaining(['=1+1', '000123', null]))
    const formula = rows.find(row => row[column('supplierLotNo')] === '=1+1') ?? []
    expect(formula[column('expiryDate')]).toEqual(new Date('2027-01-01T00:00:00Z'))
    expect(formula[column('quantity')]).toBe(100)
    const bare = rows.find(row => row[column('supplierLotNo')] === null) ?? []
    expect([bare[column('supplierName')], bare[column('expiryDate')]]).toEqual([null, null])
    expect(bare[column('quantity')]).toBe(8)
    expect(JSON.stringify(sheets.map(({ data }) => data))).toContain('020-86541230')
  })
})

test('a place is told from an address only where it says so', () => {
  expect(placeOfAddress('山东省青岛市胶州市恒香路18号')).toEqual({ province: '山东省', city: '青岛市' })
  expect(placeOfAddress('上海市浦东新区世纪大道1号')).toEqual({ province: null, city: '上海市' })
  expect(placeOfAddress('解放路农贸市场7号')).toEqual({ province: null, city: null })
  expect(placeOfAddress('中山路2号')).toEqual({ province: null, city: null })
  expect(placeOfAddress('18 Main Street')).toEqual({ province: null, city: null })
  expect(placeOfAddress(null)).toEqual({ province: null, city: null })
})
