/** Papers of the trade: language, content, rights, proof. */
import { sql } from 'kysely'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaperModel, PaperSection } from '#contract/paper/model.ts'
import type { AppError } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { refusalText } from '../../../server/domain/basis/refusalText.ts'
import { render } from '../../../server/domain/paper/render.ts'
import { laboratoryOf } from '../../support/laboratory.ts'
import { bare, pagesOf } from '../../support/pdfText.ts'
import { withPlant } from '../../support/plantServer.ts'
import { picture } from '../../support/sampleFiles.ts'
import { stockroomOf } from '../../support/stockroom.ts'
import { upload } from '../../support/uploads.ts'

const at = withPlant()
const room = stockroomOf(at)
const lab = laboratoryOf(at)
let lot: { id: number; lotNo: string; planId: number }
let sale: { id: number; docNo: string }

beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  const material = await at.plant.lot('M001', '100')
  const made = await at.day.madeFrom('X1', material, '40', '40')
  lot = { id: made.id, lotNo: String(made.lotNo), planId: made.planId }
  await at.rows(sql<Values>`update dealer set country = 'US' where code = 'D002' returning id`)
  sale = await sold('D001', '3')
}, 60_000)

async function sold(dealer: string, packages: string) {
  const line = at.day.saleLine('X1', lot.id, packages, { fefoOverrideReason: '测试' })
  const row = await at.day.sell(dealer, [line], { remark: '易碎' })
  return { id: Number(row.id), docNo: String(row.docNo) }
}

interface Asked {
  readonly entity: string
  readonly id: number
  readonly paper?: string
  readonly locale?: string
}

const textOf = async (asked: Asked, token = at.token): Promise<PaperModel> => {
  const answer = await at.server.call('POST', 'Paper/Text', asked, token)
  expect([answer.status, answer.message]).toEqual([0, ''])
  return answer.data
}
const pdfOf = (asked: Asked, token = at.token) => at.server.call('POST', 'Paper/Pdf', asked, token)
const tablesOf = ({ sections }: PaperModel) =>
  sections.filter((section): section is Extract<PaperSection, { kind: 'table' }> => section.kind === 'table')
const check = async (number: string, hash: string, token = at.token) =>
  at.server.call('POST', 'Paper/Check', { number, hash }, token)

describe('a delivery note', () => {
  test('lists the lots shipped, with their dates', async () => {
    const model = await textOf({ ...note(), locale: 'zh-CN' })
    const [stored] = await at.rows(sql<Values>`
      select l."certificateNo", p.name, l."lotNo", l."produceDate", l."expiryDate" from stocklot l join product p on p.id = l."productId"
      where l.id = ${lot.id}`)
    const [lines] = tablesOf(model)
    expect(lines?.columns.map(({ title }) => title)).toEqual([
      ...['产品', '规格', '批次', '生产日期', '到期日期', '件数', '数量', '检验合格证号'],
    ])
    expect(lines?.rows).toEqual([
      [
        stored?.name,
        '箱',
        stored?.lotNo,
        stored?.produceDate,
        stored?.expiryDate,
        '3 箱',
        '3 箱',
        stored?.certificateNo,
      ],
    ])
    expect([model.title, model.number, model.partner?.title]).toEqual(['随货同行单', sale.docNo, '经销商'])
    expect(model.signatures).toEqual(['制单', '发货', '审核', '收货人签收', '日期'])
  })

  test('is in the language of the customer, and in another when asked', async () => {
    const foreign = await sold('D002', '2')
    const asked = { entity: 'productsaleout', id: foreign.id, paper: 'deliveryNote' }
    expect((await textOf(asked)).title).toBe('Delivery note')
    expect((await textOf(note())).title).toBe('随货同行单')
    expect((await textOf({ ...asked, locale: 'zh-TW' })).title).toBe('隨貨同行單')
    const pdf = await pdfOf(asked)
    const [page = ''] = await pagesOf(pdf.data)
    for (const said of ['Delivery note', foreign.docNo, lot.lotNo, '2 cases']) expect(bare(page)).toContain(bare(said))
    expect(pdf.headers.get('content-disposition')).toContain('.pdf')
  })

  test('is there once the sale is posted', async () => {
    const line = at.day.saleLine('X1', lot.id, '1', { fefoOverrideReason: '测试' })
    const draft = await at.day.sell('D001', [line], { submit: false })
    const asked = { entity: 'productsaleout', id: Number(draft.id) }
    expect((await pdfOf({ ...asked, paper: 'deliveryNote' })).status).toBe(1008)
    expect((await textOf(asked)).title).toBe('送货单')
  })

  const note = () => ({ entity: 'productsaleout', id: sale.id, paper: 'deliveryNote' })
})

describe('a printed hash', () => {
  test('is that of the record now, then of one that changed since, or of none', async () => {
    const { id, docNo } = await sold('D001', '1')
    const asked = { entity: 'productsaleout', id, paper: 'deliveryNote' }
    const { hash, seq } = await textOf(asked)
    expect((await pdfOf(asked)).status).toBe(0)
    expect((await check(docNo, hash)).data).toMatchObject({ outcome: 'current', id, title: '随货同行单' })
    // Stock that moves elsewhere is no change of this paper.
    await sold('D001', '1')
    expect(
      (await check(docNo.toLowerCase(), ` ${hash.slice(0, 6)} ${hash.slice(6, 12).toUpperCase()}`)).data,
    ).toMatchObject({
      outcome: 'current',
    })
    const [{ rowVersion } = {}] = await at.rows(sql<Values>`select "rowVersion" from productsaleout where id = ${id}`)
    await at.day.run('productsaleout.save', { id, rowVersion, remark: '已换车' })
    const { data } = await check(docNo, hash)
    expect(data).toMatchObject({ outcome: 'superseded', issued: [{ seq, locale: 'zh-CN' }] })
    expect((await check(docNo, 'f'.repeat(64))).data).toMatchObject({ outcome: 'unknown', issued: [] })
    expect((await check(sale.docNo, hash)).data.outcome).toBe('unknown')
  })

  test('is current for readers who see more or less than who printed it', async () => {
    const asked = { entity: 'produceplan', id: lot.planId, paper: 'batchRecord', locale: 'zh-CN' }
    const planner = await at.server.signInWith(['produceplan', 'usematerialrecord'])
    const other = await at.server.signInWith(['produceplan'])
    await pdfOf(asked, planner)
    const [whole, part] = [await textOf(asked), await textOf(asked, planner)]
    expect(part.hash).not.toBe(whole.hash)
    const [plan] = await at.rows(sql<Values>`select "docNo" from produceplan where id = ${lot.planId}`)
    for (const token of [at.token, planner, other])
      for (const { hash } of [whole, part])
        expect((await check(String(plan?.docNo), hash, token)).data).toMatchObject({ outcome: 'current' })
  })

  test('needs at least eight characters, and the number of a document', async () => {
    expect(await check(sale.docNo, 'abc123')).toMatchObject({ status: 1001, data: { hash: 'paperHash' } })
    expect(await check(sale.docNo, 'xyz-xyz-xyz')).toMatchObject({ status: 1001, data: { hash: 'paperHash' } })
    expect(await check('这个', 'a'.repeat(8))).toMatchObject({ status: 1001, data: { number: 'paperNumber' } })
    expect((await check('SO20200101-9999', 'a'.repeat(8))).status).toBe(1005)
  })
})

describe('a paper', () => {
  const batch = () => ({ entity: 'produceplan', id: lot.planId, paper: 'batchRecord', locale: 'zh-CN' })

  test('as PDF leaves a row in the audit trail, as content none', async () => {
    const issues = () =>
      at.rows(sql<Values>`
      select changes from auditlog where entity = 'produceplan' and "entityId" = ${String(lot.planId)} and action = 'EXPORT'
      order by id`)
    const before = await issues()
    const { hash, seq } = await textOf(batch())
    expect(await issues()).toEqual(before)
    await pdfOf(batch())
    const issue = (await issues()).at(-1)
    expect(JSON.parse(String(issue?.changes))).toMatchObject({ paper: 'batchRecord', locale: 'zh-CN', seq, hash })
  })

  test('is for those who may see its record, and names what they may not see', async () => {
    const nobody = await at.server.signInWith(['brand'])
    for (const path of ['Paper/Pdf', 'Paper/Text'])
      expect((await at.server.call('POST', path, batch(), nobody)).status).toBe(1002)
    expect(
      (await at.server.call('POST', 'Paper/Check', { number: sale.docNo, hash: 'a'.repeat(8) }, nobody)).status,
    ).toBe(1002)
    const planner = await at.server.signInWith(['produceplan', 'usematerialrecord'])
    const tables = tablesOf(await textOf(batch(), planner))
    const noted = tables.filter(({ note }) => note?.startsWith('未列出')).map(({ title }) => title)
    expect(noted).toEqual(expect.arrayContaining(['领料记录', '关键控制点监控', '检验单']))
    expect(tables.find(({ title }) => title === '投料记录')?.rows).toHaveLength(1)
    // A first sheet without its last must not seem whole.
    const [first] = (await textOf(batch(), planner)).sections
    const parts = expect.stringMatching(/^本单据不完整：.*领料记录.*关键控制点监控.*检验单.*未列出/)
    expect(first).toEqual({ kind: 'text', text: parts })
    expect((await textOf(batch())).sections[0]?.kind).toBe('values')
    expect(tablesOf(await textOf(batch())).filter(({ note }) => note?.startsWith('未列出'))).toEqual([])
  })

  test('of several lists is refused where the data scope would leave rows out', async () => {
    const login = await at.server.signInWith(['produceplan', 'usematerialrecord'])
    await at.rows(sql<Values>`
      update role set "dataScope" = 'SELF' where id = (select max(id) from role) returning id`)
    await at.rows(sql<Values>`
      update "user" set "updatedAt" = now(), "rowVersion" = "rowVersion" + 1 where id = (select max(id) from "user") returning id`)
    expect((await at.server.call('POST', 'Paper/Text', batch(), login)).status).toBe(3022)
  })

  test('that there is not is refused, by name', async () => {
    const refused = async (asked: Asked) => (await pdfOf(asked)).data
    expect(await refused({ ...batch(), entity: 'nothing' })).toEqual({ entity: 'option' })
    expect(await refused({ ...batch(), entity: 'user' })).toEqual({ entity: 'option' })
    expect(await refused({ ...batch(), paper: 'novel' })).toEqual({ paper: 'option' })
    expect((await pdfOf({ ...batch(), id: 999_999 })).status).toBe(1005)
  })

  test('many at once are all drawn, two at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => pdfOf(batch())))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 0))
    for (const { data } of answers) expect(new TextDecoder('latin1').decode(data.slice(0, 5))).toBe('%PDF-')
  })
})

describe('the logo of the organisation', () => {
  const pictures = async (bytes: Uint8Array) => {
    const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
    const { fnArray } = await (await (await reading.promise).getPage(1)).getOperatorList()
    await reading.destroy()
    return fnArray.filter(operator => operator === OPS.paintImageXObject).length
  }

  test('stands at the head of the PDF and is given to the print view, small', async () => {
    const asked = { entity: 'productsaleout', id: sale.id, paper: 'deliveryNote' }
    const logo = async () => (await at.server.call('GET', 'Paper/Logo', {}, at.token)).data.logo
    expect([await pictures((await pdfOf(asked)).data), await logo()]).toEqual([0, null])
    const { buffer } = await picture('logo.png', 'crimson')
    const { data: file } = await upload(at.server, at.token, 'logo.png', buffer)
    const [{ id: own } = { id: 0 }] = await at.rows(sql<Values>`select min(id) as id from customer`)
    const saved = await at.server.call('POST', 'SystemSetting/CustomerSave', { id: own, logo: file.id }, at.token)
    expect([saved.status, saved.data]).toMatchObject([0, {}])
    expect(await pictures((await pdfOf(asked)).data)).toBe(1)
    const url = await logo()
    expect(url).toMatch(/^data:image\/png;base64,/)
    const { width, format } = await sharp(Buffer.from(url.split(',')[1], 'base64')).metadata()
    expect([width, format]).toEqual([425, 'png'])
  })
})

test('a drawing that fails is refused in words, with a number for the log', async () => {
  const model = await textOf({ entity: 'productsaleout', id: sale.id, paper: 'deliveryNote' })
  const error = await render({ model, words: { seq: '' }, logo: 'data:image/png;base64,AAAA' }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ refusal: 'drawingFailed', data: { id: expect.any(String) } })
  expect((error as AppError).cause).toBeInstanceOf(Error)
  const said = refusalText('zh-CN', error as AppError)
  expect(said).toMatch(/没有制作出来。请把编号 [\w-]+ 告诉管理员/)
})

test('the picking list proposes lots in the order of their expiry, with a place to write', async () => {
  const planId = await at.plant.plan('X1', '20')
  const { sections, title } = await textOf({ entity: 'produceplan', id: planId, paper: 'pickList', locale: 'zh-CN' })
  const table = sections.find(section => section.kind === 'table')
  expect(title).toBe('拣料单')
  expect(table?.kind === 'table' && table.columns.map(each => each.title)).toEqual([
    ...['物料', '批次', '供应商批号', '到期日期', '库位', '领料数量', '实拣'],
  ])
  expect(table?.kind === 'table' && table.rows[0]?.at(-2)).toBe('20 千克')
})

test('the certificate says what was found of the lot, once it is released', async () => {
  await room.signAs('E006')
  const tested = await lab.received('M001', '10')
  const [open] = await lab.inspectionsOf(tested)
  const id = open?.id as number
  const found = { itemName: '水分', limitMax: '12.50', resultValue: '11.80', unitName: '%', method: 'GB 5009.3' }
  const by = { standardNo: 'GB 1354', inspectorId: at.day.id('employee', 'E006') }
  await lab.change('qualityinspection', id, { ...by, items: [found] })
  await at.day.run('qualityinspection.judge', { id })
  const asked = { entity: 'qualityinspection', id, paper: 'certificate', locale: 'en-US' }
  expect((await pdfOf(asked)).status).toBe(1008)
  await room.signAs('E001')
  const { certificateNo } = await at.day.run('qualityinspection.release', { id })
  const model = await textOf(asked)
  expect(model.title).toBe('Certificate of analysis')
  const [head] = model.sections
  expect(head?.kind === 'values' && head.values.map(({ text }) => text)).toEqual(
    expect.arrayContaining([certificateNo, tested.lotNo, 'GB 1354', 'Pass']),
  )
  const [results, lots] = tablesOf(model)
  expect(results?.rows).toEqual([['水分', 'GB 5009.3', '12.5', '11.8', '%', expect.any(String)]])
  expect(lots?.rows).toEqual([[tested.lotNo, '2026-11-01', expect.any(String), expect.any(String)]])
})

test('an inspection closed in place of a release has no certificate', async () => {
  await room.signAs('E006')
  const tested = await lab.received('M001', '10')
  const id = (await lab.inspectionsOf(tested))[0]?.id as number
  const found = { itemName: '水分', limitMax: '12.50', resultValue: '11.80', unitName: '%', method: 'GB 5009.3' }
  await lab.change('qualityinspection', id, { inspectorId: at.day.id('employee', 'E006'), items: [found] })
  await at.day.run('qualityinspection.judge', { id })
  await room.signAs('E001')
  expect(await at.day.run('qualityinspection.close', { id, reason: '重新取样' })).toMatchObject({ verdict: 'PASS' })
  expect((await pdfOf({ entity: 'qualityinspection', id, paper: 'certificate' })).status).toBe(1008)
})

test('a count sheet names places and lots, and leaves the quantities to be written', async () => {
  const shelf = await room.defaultBin('WH01')
  const stocked = await lab.received('M001', '7')
  const { id } = await at.day.run('stockcount.save', {
    countTime: at.plant.script.now,
    warehouseId: at.day.id('warehouse', 'WH01'),
    counterId: at.day.id('employee', 'E002'),
    lines: [{ lotId: stocked.id, locationId: shelf, countedQuantity: '6' }],
  })
  const [table] = tablesOf(await textOf({ entity: 'stockcount', id, paper: 'countSheet', locale: 'zh-CN' }))
  expect(table?.columns.map(({ title }) => title)).toEqual(['库位', '物料名称', '批次', '单位', '实盘数量', '原因'])
  expect(table?.rows).toEqual([[expect.any(String), '脱脂大豆', stocked.lotNo, '千克', '', '']])
})
