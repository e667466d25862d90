import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { format } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { importableFields, isImportable, sheetLines } from '#contract/schema/transfer.ts'
import { parseCsv } from '../../../server/domain/importExport/csv.ts'
import { withPlant } from '../../support/plantServer.ts'

const shared = withPlant()

const send = (call: 'import' | 'importPreview', entity: string, file: Uint8Array | string, token = shared.token) =>
  shared.server.call('POST', `template/${call}/${entity}`, { file: Buffer.from(file).toString('base64') }, token)
const preview = async (entity: string, file: Uint8Array | string, token?: string) =>
  (await send('importPreview', entity, file, token)).data

async function exported(entity: string, query: object = {}, locale = 'zh-CN'): Promise<Buffer> {
  const response = await fetch(`${shared.server.url}/${locale}/template/export/${entity}`, {
    method: 'POST',
    body: JSON.stringify({ lines: true, ...query }),
    headers: { authorization: `Bearer ${shared.token}`, 'content-type': 'application/json' },
  })
  expect(response.headers.get('content-type')).not.toContain('json')
  return Buffer.from(await response.arrayBuffer())
}
const csv = async (entity: string, query: object = {}) =>
  parseCsv((await exported(entity, { ...query, format: 'csv' })).toString(), 1e6)

const written = (rows: readonly (readonly (string | undefined)[])[]) =>
  rows.map(row => row.map(cell => `"${(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\n')

const receiptsOf = (note: string) =>
  shared.rows(sql`select * from materialstorein where "deliveryNoteNo" = ${note} order by id`)
const linesOf = (note: string) =>
  shared.rows(sql`
    select l.*, m.code from materialstoreinline l join materialstorein d on d.id = l."parentId"
    join material m on m.id = l."materialId" where d."deliveryNoteNo" = ${note} order by d.id, l."lineNo"`)

const heading = '#,supplyId,deliveryNoteNo,warehouseId,receiverId,lines.materialId,lines.baseQty,明细·生产日期'

describe('documents are brought in with their lines', () => {
  test('as drafts: rows with one mark are one document, and nothing is posted', async () => {
    const before = await shared.rows(sql`select count(*)::int as movements from stockledger`)
    const file = `${heading}
1,S001,DI-1,WH01,E002,M001,100,2026-11-01
2,S001,DI-2,WH01,E002,M002,50,2026-11-02
1,,,,,M002,"1,200.5",2026/11/3`
    const looked = await preview('materialstorein', file)
    expect(looked).toMatchObject({ counts: { created: 3, faulty: 0 }, records: 2, ignored: [] })
    expect(await receiptsOf('DI-1')).toEqual([])
    expect(await send('import', 'materialstorein', file)).toMatchObject({ status: 0, data: { created: 3 } })
    const [first] = await receiptsOf('DI-1')
    expect(first).toMatchObject({ status: 'DRAFT', docNo: expect.stringMatching(/^MI\d{8}-\d{4}$/) })
    expect(await linesOf('DI-1')).toMatchObject([
      { code: 'M001', baseQty: '100.0000', produceDate: '2026-11-01', lineNo: 1 },
      { code: 'M002', baseQty: '1200.5000', produceDate: '2026-11-03', lineNo: 2 },
    ])
    expect(await linesOf('DI-2')).toHaveLength(1)
    expect(await shared.rows(sql`select count(*)::int as movements from stockledger`)).toEqual(before)
    const audited = await shared.rows(sql`
      select action from auditlog where entity = 'materialstorein' and "entityId" = ${String(first?.id)}`)
    expect(audited).toEqual([{ action: 'CREATE' }])
  })

  test('without a mark: rows below that say no head, or the same once more, belong to the document above', async () => {
    const file = `${heading.slice(2)}
S001,DI-3,WH01,E002,M001,1,
,,,,M002,2,
S001,DI-4,WH01,E002,M001,3,
S001,DI-4,WH01,E002,M002,4,`
    expect(await send('import', 'materialstorein', file)).toMatchObject({ status: 0 })
    expect(await receiptsOf('DI-3')).toHaveLength(1)
    expect(await receiptsOf('DI-4')).toHaveLength(1)
    expect((await linesOf('DI-4')).map(({ baseQty }) => baseQty)).toEqual(['3.0000', '4.0000'])
  })

  test('a preview takes no number', async () => {
    const numbers = () => shared.rows(sql`select prefix, last from numbering order by prefix`)
    const before = await numbers()
    for (let round = 0; round < 15; round += 1)
      await preview('materialstorein', `${heading}\n1,S001,DI-P,WH01,E002,M001,1,`)
    expect(await numbers()).toEqual(before)
  })

  test('all of them or none, every fault at its row and its column', async () => {
    const file = `${heading}
1,S001,DI-5,WH01,E002,M001,100,
1,S002,DI-5,WH01,E002,NONE,viel,gestern
2,S001,DI-6,WH01,E002,M001,1,`
    const report = await preview('materialstorein', file)
    expect(report.counts).toEqual({ created: 2, updated: 0, unchanged: 0, faulty: 1 })
    expect(report.rows[1]).toMatchObject({
      line: 3,
      outcome: 'faulty',
      faults: {
        supplyId: format('zh-CN', 'fault.headDiffers'),
        'lines.materialId': format('zh-CN', 'fault.missing'),
        'lines.baseQty': expect.any(String),
        'lines.produceDate': format('zh-CN', 'fault.date'),
      },
    })
    expect(await send('import', 'materialstorein', file)).toMatchObject({
      status: 3009,
      data: { counts: { faulty: 1 } },
    })
    expect([...(await receiptsOf('DI-5')), ...(await receiptsOf('DI-6'))]).toEqual([])
  })

  test('a rule of the trade is told at the line it is about', async () => {
    const specs = await shared.rows(sql`
      select s."specCode" from materialspec s join material m on m.id = s."materialId" where m.code = 'M002' limit 1`)
    const file = `${heading},lines.materialSpecId
1,S001,DI-7,WH01,E002,M001,1,,
1,S001,DI-7,WH01,E002,M001,1,,${specs[0]?.specCode}`
    const { rows } = await preview('materialstorein', file)
    expect(rows.map((row: { faults: object }) => Object.keys(row.faults))).toEqual([[], ['lines.materialSpecId']])
  })

  test('an unknown number is refused: numbers are the server’s to give', async () => {
    const { rows } = await preview('materialstorein', `docNo,deliveryNoteNo\nMI20200101-0001,X`)
    expect(rows[0].faults).toEqual({ docNo: format('zh-CN', 'fault.noDocument') })
  })

  test('only with the buttons import and add', async () => {
    const file = `${heading}\n1,S001,DI-8,WH01,E002,M001,1,`
    const adder = await shared.server.signInWith(['materialstorein', 'materialstorein.add'])
    expect((await send('import', 'materialstorein', file, adder)).status).toBe(1002)
    const importer = await shared.server.signInWith(['materialstorein', 'materialstorein.import'])
    expect((await preview('materialstorein', file, importer)).counts.faulty).toBe(1)
  })
})

describe('what was exported with its lines', () => {
  const receive = (note: string, submit: boolean) =>
    shared.day.receive([shared.day.receiptLine('M001', '10'), shared.day.receiptLine('M002', '20')], {
      deliveryNoteNo: note,
      submit,
    })
  const noted = (note: string) => ({ where: [{ field: 'deliveryNoteNo', op: 'eq', value: note }] })

  test.each(['xlsx', 'csv'])('comes back unchanged as %s, in any language', async kind => {
    const note = `RT-${kind}`
    await receive(note, false)
    for (const locale of locales) {
      const file = await exported('materialstorein', { ...noted(note), format: kind }, locale)
      const report = await preview('materialstorein', file)
      expect(report.rows.map((row: { outcome: string; faults: object }) => [row.outcome, row.faults])).toEqual([
        ['unchanged', {}],
        ['unchanged', {}],
      ])
    }
  })

  test('is edited, shortened and added to in a spreadsheet, and the draft follows', async () => {
    const { id } = await receive('RT-E', false)
    const before = await linesOf('RT-E')
    const [titles, first, second] = (await csv('materialstorein', noted('RT-E'))) as [string[], string[], string[]]
    const at = (field: string) => titles.indexOf(`明细·${format('zh-CN', `materialstoreinline.${field}`)}`)
    const changed = second.map((cell, index) => (index === at('baseQty') ? '25' : cell))
    const added = first.map((cell, index) => (index === at('lineNo') ? '' : index === at('baseQty') ? '7' : cell))
    const file = written([titles, changed, added])
    expect((await preview('materialstorein', file)).counts).toMatchObject({ updated: 2 })
    expect(await send('import', 'materialstorein', file)).toMatchObject({ status: 0 })
    const after = await linesOf('RT-E')
    expect(after).toMatchObject([
      { id: before[1]?.id, code: 'M002', baseQty: '25.0000', lineNo: 1 },
      { code: 'M001', baseQty: '7.0000', lineNo: 2 },
    ])
    expect(after[1]?.id).not.toBe(before[0]?.id)
    expect(await receiptsOf('RT-E')).toMatchObject([{ id, status: 'DRAFT' }])
  })

  test('a posted document may stand in the file, and may not be changed by it', async () => {
    await receive('RT-P', true)
    const rows = (await csv('materialstorein', noted('RT-P'))) as string[][]
    expect((await preview('materialstorein', written(rows))).counts).toMatchObject({ unchanged: 2 })
    const note = rows[0]?.indexOf(format('zh-CN', 'materialstorein.vehicleNo')) ?? -1
    const changed = rows.map((row, index) => (index === 0 ? row : row.map((cell, at) => (at === note ? '沪A1' : cell))))
    const { rows: reported } = await preview('materialstorein', written(changed))
    expect(reported[0]).toMatchObject({ outcome: 'faulty', faults: { '': format('zh-CN', 'error.wrongState') } })
    expect(await send('import', 'materialstorein', written(changed))).toMatchObject({ status: 3009 })
    expect(await receiptsOf('RT-P')).toMatchObject([{ vehicleNo: null, status: 'SUBMITTED' }])
  })

  test('every importable record comes back as it went, and documents can be made anew from it', {
    timeout: 120_000,
  }, async () => {
    const { day, plant } = shared
    await day.product('X1', [['M001', '1']])
    const made = await day.madeFrom('X1', await plant.lot('M001', '12'), '12', '12')
    await day.sell('D001', [day.saleLine('X1', made.id, '2')], { submit: false })
    const seen: string[] = []
    for (const entity of Object.values<Entity>(entities).filter(isImportable)) {
      const lines = sheetLines(entity)
      const ofLines = lines
        ? ['lineNo', ...Object.keys(importableFields(lines.entity))].map(name => `${lines.name}.${name}`)
        : []
      const columns = [...Object.keys(importableFields(entity)), ...ofLines]
      const file = await exported(entity.name, { format: 'csv', lines: lines !== null, columns })
      const answer = await send('importPreview', entity.name, file)
      if (answer.status === 3004) continue
      seen.push(entity.name)
      expect([entity.name, answer.status, answer.data?.ignored]).toEqual([entity.name, 0, []])
      const others = answer.data.rows.filter((row: { outcome: string }) => row.outcome !== 'unchanged')
      expect([entity.name, others]).toEqual([entity.name, []])
      if (!entity.document) continue
      const numbered = columns.indexOf('docNo')
      const rows = parseCsv(file.toString(), 1e6)
      const anew = rows.map((row, index) => [
        index === 0 ? '#' : (row[numbered] ?? ''),
        ...row.map((cell, at) => (index > 0 && at === numbered ? '' : cell)),
      ])
      const again = await preview(entity.name, written(anew))
      // Unique fields, as a plan's lot number, are refused and nothing else.
      const faults = again.rows.flatMap((row: { faults: Record<string, string> }) => Object.values(row.faults))
      const taken = format('zh-CN', 'fault.taken')
      expect([entity.name, faults.filter((fieldError: string) => fieldError !== taken)]).toEqual([entity.name, []])
      if (faults.length === 0) expect(again.counts).toMatchObject({ created: rows.length - 1 })
    }
    for (const name of ['materialstorein', 'produceplan', 'getmaterialrecord', 'productstorein', 'productsaleout'])
      expect(seen).toContain(name)
  })
})

describe('lots', () => {
  test('are named by their number, and with their item where the number is of two', async () => {
    const one = await shared.plant.lot('M001', '100')
    const other = await shared.plant.lot('M002', '100')
    await sql`update stocklot set "lotNo" = 'SHARED-1' where id in (${one.id}, ${other.id})`.execute(shared.server.db)
    const report = await preview(
      'stockcount',
      'warehouseId,remark,lines.lotId,lines.countedQuantity\nWH01,DI-L,SHARED-1,5',
    )
    expect(report.rows[0].faults).toEqual({ 'lines.lotId': format('zh-CN', 'fault.ambiguous') })
    const named = 'warehouseId,remark,lines.lotId,lines.countedQuantity\nWH01,DI-L,SHARED-1 M002,5'
    expect(await send('import', 'stockcount', named)).toMatchObject({ status: 0 })
    const counted = await shared.rows(sql`
      select l."lotId" from stockcountline l join stockcount d on d.id = l."parentId" where d.remark = 'DI-L'`)
    expect(counted).toEqual([{ lotId: other.id }])
    const rows = await csv('stockcount', { where: [{ field: 'remark', op: 'eq', value: 'DI-L' }] })
    expect(rows[1]).toContain('SHARED-1 M002')
    const line = 'materialId,supplierLotNo,lotId,baseQty'.split(',').map(name => `lines.${name}`)
    const receipt = await preview('materialstorein', `supplyId,${line.join(',')}\nS001,M001,SL1,SHARED-1,5`)
    expect(receipt.rows[0].faults).toEqual({})
  })
})

describe('lines of master data', () => {
  test('come with their record, which keeps its lines when the file says none', async () => {
    const topics = () =>
      shared.rows(sql`
        select t.topic, t.hours from employeetraining t join employee e on e.id = t."parentId" where e."jobNo" = 'E002'
        order by t."lineNo"`)
    const before = await topics()
    const columns = 'jobNo,trainings.trainDate,trainings.topic,trainings.hours,trainings.trainer,trainings.verdict'
    const file = `${columns}\nE002,2026-11-01,过敏原管理,2,李四,PASS\n,2026-11-02,HACCP,4,李四,PASS`
    const answer = await send('import', 'employee', file)
    expect(answer).toMatchObject({ status: 0, data: { updated: 2 } })
    expect((await topics()).map(({ topic }) => topic)).toEqual(['过敏原管理', 'HACCP'])
    expect((await preview('employee', file)).counts).toMatchObject({ unchanged: 2 })
    await send('import', 'employee', `jobNo,trainings.topic,remark\nE002,,只改备注`)
    expect(await topics()).toHaveLength(2)
    expect(before).not.toEqual(await topics())
  })
})

test('a template says which columns are the document’s and which its lines’', async () => {
  const response = await fetch(`${shared.server.url}/en-US/template/importTemplate/materialstorein`, {
    headers: { authorization: `Bearer ${shared.token}` },
  })
  const file = Buffer.from(await response.arrayBuffer())
  const [titles] = (await readSheet(file)) as string[][]
  expect(titles?.slice(0, 2)).toEqual([format('en-US', 'transfer.group'), format('en-US', 'materialstorein.docNo')])
  expect(titles).toContain(`Line · ${format('en-US', 'materialstoreinline.materialId')} *`)
  const guide = await readSheet(file, 2)
  const parts = new Map(guide.map(row => [row[0], row[1]]))
  expect(parts.get(format('en-US', 'materialstorein.supplyId'))).toBe('Record')
  expect(parts.get(`Line · ${format('en-US', 'materialstoreinline.materialId')}`)).toBe('Line')
  const { columns } = await preview('materialstorein', `${titles?.map(title => `"${title}"`).join(',')}\n1`)
  expect(columns.map(({ title }: { title: string }) => title)).toHaveLength(titles?.length ?? 0)
})

test('no two columns of an importable record have one heading, in any language', () => {
  for (const entity of Object.values<Entity>(entities).filter(isImportable)) {
    const line = sheetLines(entity)?.entity
    for (const locale of locales) {
      const titles = [
        ...(line && entity.document ? [format(locale, 'transfer.group')] : []),
        ...Object.keys(importableFields(entity)).map(name => format(locale, `${entity.name}.${name}`)),
        ...(line ? ['lineNo', ...Object.keys(importableFields(line))] : []).map(
          name => format(locale, 'transfer.ofLine') + format(locale, `${line?.name}.${name}`),
        ),
      ].map(title => title.replaceAll(' ', '').toLowerCase())
      expect([entity.name, locale, titles.filter((title, at) => titles.indexOf(title) !== at)]).toEqual([
        entity.name,
        locale,
        [],
      ])
    }
  }
})

describe('many new records', () => {
  const audited = (code: string) =>
    shared.rows(sql`
      select a.action, a.changes, a."byUserId" from auditlog a join material m on a.entity = 'material'
      and a."entityId" = m.id::text where m.code = ${code} order by a.id`)

  test('are stored and written down as each would be by itself', async () => {
    const file = 'code,name,materialType,baseUnitId,isLotTracked,minStock'
    await send('import', 'material', `${file}\nTA1,同料,RAW,kg,是,5\nTA2,同料二,RAW,kg,是,5`)
    const rows = await shared.rows(sql`select * from material where code like 'TA_' order by code`)
    const [first] = rows
    const unit = await shared.rows(sql`select id from unit where code = 'kg'`)
    const own = { materialType: 'RAW', baseUnitId: unit[0]?.id, isLotTracked: true, minStock: '5' }
    for (const [code, name] of [
      ['TB1', '同料'],
      ['TB2', '同料二'],
    ]) {
      const saved = await shared.server.call('POST', 'template/save/material', { code, name, ...own }, shared.token)
      expect(saved.status).toBe(0)
    }
    const [other] = await shared.rows(sql`select * from material where code = 'TB1'`)
    const passing = ['id', 'code', 'createdAt', 'updatedAt']
    for (const name of Object.keys(other ?? {}).filter(name => !passing.includes(name)))
      expect([name, first?.[name]]).toEqual([name, other?.[name]])
    const [alone] = await audited('TB1')
    expect(await audited('TA1')).toEqual([{ ...alone, changes: String(alone?.changes).replaceAll('TB1', 'TA1') }])
  })

  test('are refused by the one that is taken, at its own row', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => `Q${at},多牌${at === 120 ? 3 : at}`)
    const names = await shared.rows(sql`select 1 from brand where name = '多牌3'`)
    expect(names).toEqual([])
    const code = [...rows.slice(0, 149), 'Q3,又一个'].join('\n')
    const report = await preview('brand', `code,name\n${code}`)
    const faulty = report.rows.filter((row: { outcome: string }) => row.outcome === 'faulty')
    expect(faulty.at(-1)).toMatchObject({ line: 151, faults: { '': format('zh-CN', 'error.importRowTwice') } })
    const supplier = (at: number, name: string) => `SQ${at},${name},农户合作社,张三,13800000000,某地`
    const suppliers = Array.from({ length: 130 }, (_, at) => supplier(at, `多商${at === 120 ? 3 : at}`))
    const reported = await preview(
      'supply',
      `code,name,supplierType,contactName,phone,address\n${suppliers.join('\n')}`,
    )
    const wrong = reported.rows.filter((row: { outcome: string }) => row.outcome === 'faulty')
    expect(wrong).toMatchObject([{ line: 122, faults: { name: format('zh-CN', 'fault.taken') } }])
    expect(reported.counts.created).toBe(129)
  })
})
