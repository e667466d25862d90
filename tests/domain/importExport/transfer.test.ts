import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { entities } from '#contract/index.ts'
import { format } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { importableFields, importLimits, isImportable } from '#contract/schema/transfer.ts'
import { byteOrderMark, parseCsv } from '../../../server/domain/importExport/csv.ts'
import { type SheetCell, workbookOf } from '../../../server/domain/importExport/workbook.ts'
import { zipOf } from '../../../server/domain/importExport/zip.ts'
import { withPlant } from '../../support/plantServer.ts'
import { isSoak, sized } from '../../support/soak.ts'

const shared = withPlant()

async function exported(entity: string, query: object = {}, locale = 'zh-CN'): Promise<Buffer> {
  const response = await fetch(`${shared.server.url}/${locale}/template/export/${entity}`, {
    method: 'POST',
    body: JSON.stringify(query),
    headers: { authorization: `Bearer ${shared.token}`, 'content-type': 'application/json' },
  })
  expect(response.headers.get('content-type')).not.toContain('json')
  return Buffer.from(await response.arrayBuffer())
}

const csv = async (entity: string, query: object = {}, locale?: string) =>
  parseCsv((await exported(entity, { ...query, format: 'csv' }, locale)).toString(), 1e6)

const send = (
  call: 'import' | 'importPreview',
  entity: string,
  file: Uint8Array | string,
  token = shared.token,
  headers = {},
) =>
  shared.server.call(
    'POST',
    `template/${call}/${entity}`,
    { file: Buffer.from(file).toString('base64') },
    token,
    headers,
  )
const preview = async (entity: string, file: Uint8Array | string, token?: string) =>
  (await send('importPreview', entity, file, token)).data

const everyColumn = (entity: Entity) => Object.keys(importableFields(entity))
const stored = (entity: string, code: string) =>
  shared.rows(sql`select * from ${sql.table(entity)} where code = ${code}`)

const dealerHeading = 'code,name,creditLimit,contactName,phone,recallContactName,recallPhone,region,address'

describe('exporting a list', () => {
  test('writes what the list shows, filtered and in its order, with titles and answers in the language asked for', async () => {
    const query = { where: [{ field: 'materialType', op: 'eq', value: 'RAW' }], sort: [['code', 'desc']] }
    const { data } = await shared.server.call('POST', 'template/list/material', { ...query, size: 200 }, shared.token)
    const [heading, ...rows] = await csv('material', query, 'en-US')
    expect(heading?.slice(0, 3)).toEqual(
      ['Code', 'Name', 'Type'].map((_, at) => format('en-US', `material.${['code', 'name', 'materialType'][at]}`)),
    )
    expect(rows.map(([code]) => code)).toEqual(data.rows.map((row: { code: string }) => row.code))
    expect(new Set(rows.map(row => row[2]))).toEqual(new Set([format('en-US', 'MaterialType.RAW')]))
  })

  test('of lots and balances has the unit of each quantity, for readers too', async () => {
    for (const name of ['stocklot', 'stockbalance', 'stockledger', 'stockitem'] as const)
      expect((await csv(name))[0], name).toContain(format('zh-CN', `${name}.unitId`))
    const reader = await shared.server.signInWith(['stocklot', 'stocklot.export'])
    const asked = { columns: ['lotNo', 'onHandQty', 'unitId'], format: 'csv' }
    const answer = await fetch(`${shared.server.url}/template/export/stocklot`, {
      method: 'POST',
      body: JSON.stringify(asked),
      headers: { authorization: `Bearer ${reader}`, 'content-type': 'application/json' },
    })
    expect(answer.headers.get('content-type')).toContain('csv')
  })

  test('says of a released lot that it is past its expiry, whatever the columns', async () => {
    const lot = await shared.plant.lot('M001', '5')
    const state = async (locale: string) => {
      const where = [{ field: 'id', op: 'eq', value: lot.id }]
      return (await csv('stocklot', { columns: ['lotNo', 'qualityStatus'], where }, locale))[1]?.[1]
    }
    const till = (day: string) =>
      shared.rows(
        sql`update stocklot set "qualityStatus" = 'RELEASED', "expiryDate" = ${day}::date where id = ${lot.id}`,
      )
    await till('2999-01-01')
    expect(await state('zh-CN')).toBe('合格放行')
    await till('2020-01-01')
    expect([await state('zh-CN'), await state('zh-TW')]).toEqual([
      '合格放行 · 已过期',
      expect.stringContaining(' · 已過期'),
    ])
  })

  test('keeps codes and phone numbers as text, quantities as numbers and days as days', async () => {
    await send(
      'import',
      'supply',
      '编码,供应商名称,联系人,联系电话,地址,食品许可证编号,许可证有效期至\n'.replace('编码', '供应商编码') +
        '00012,零号粮行,李四,02112345678,上海,SC1,2027-03-01',
    )
    const file = await exported('supply', { q: '00012', columns: ['code', 'phone', 'licenseExpireDate'] })
    const [, row] = await readSheet(file)
    expect(row).toEqual(['00012', '02112345678', new Date('2027-03-01T00:00:00Z')])
    await send('import', 'dealer', `${dealerHeading}\nD0001,远记,12800.5,李四,02112345678,李四,02112345678,华东,上海`)
    expect((await readSheet(await exported('dealer', { q: 'D0001', columns: ['code', 'creditLimit'] })))[1]).toEqual([
      'D0001',
      12800.5,
    ])
  })

  test('hands over as text what a spreadsheet would run', async () => {
    await send('import', 'brand', '品牌编码,品牌名称\nBX,"=HYPERLINK(""http://x"")"')
    const rows = await csv('brand', { q: 'BX', columns: ['name'] })
    expect(rows[1]).toEqual([`'=HYPERLINK("http://x")`])
    const workbook = (await exported('brand', { q: 'BX', columns: ['name'] })).toString('latin1')
    expect(workbook).not.toContain('<f>')
    expect((await readSheet(await exported('brand', { q: 'BX', columns: ['name'] })))[1]).toEqual([
      '=HYPERLINK("http://x")',
    ])
    expect((await preview('brand', await exported('brand', { q: 'BX', format: 'csv' }))).counts).toMatchObject({
      unchanged: 1,
      updated: 0,
    })
  })

  test('names a setting of the trail by its title', async () => {
    const where = [{ field: 'key', op: 'eq', value: 'backdateDays' }]
    const { data } = await shared.server.call('POST', 'template/list/setting', { where }, shared.token)
    const row = { id: data.rows[0].id, rowVersion: data.rows[0].rowVersion, value: '7' }
    expect(await shared.server.call('POST', 'template/save/setting', row, shared.token)).toMatchObject({ status: 0 })
    const ofSettings = { where: [{ field: 'entity', op: 'eq', value: 'setting' }], columns: ['record'] }
    const [, [named] = []] = await csv('auditlog', ofSettings, 'en-US')
    expect(named).toBe('Days a document can be backdated')
  })

  test('is written down, and is for those who have the button', async () => {
    const { rows } = {
      rows: await shared.rows(sql`select changes from auditlog where action = 'EXPORT' and entity = 'brand'`),
    }
    expect(String(rows[0]?.changes)).toContain('"rows":')
    const reader = await shared.server.signInWith(['employee', 'employee.export'])
    const identity = { columns: ['jobNo', 'idCardNo'] }
    expect((await shared.server.call('POST', 'template/export/employee', identity, reader)).status).toBe(1002)
    const looker = await shared.server.signInWith(['brand'])
    expect((await shared.server.call('POST', 'template/export/brand', {}, looker)).status).toBe(1002)
    expect(
      (await shared.server.call('POST', 'template/export/user', { columns: ['password'] }, shared.token)).status,
    ).toBe(1001)
  })
})

describe('what was exported can be brought back', () => {
  const names = [
    'brand',
    'unit',
    'material',
    'supply',
    'dealer',
    'product',
    'warehouse',
    'employee',
    'productspec',
  ] as const
  for (const [at, name] of names.entries())
    test.each(['xlsx', 'csv'])(`${name} as %s: every row is unchanged`, async kind => {
      // Titles and answers are those of csv: a workbook comes in one language, each record in the next.
      for (const locale of kind === 'csv' || isSoak ? locales : [locales[at % locales.length]]) {
        const file = await exported(name, { format: kind, columns: everyColumn(entities[name]) }, locale)
        const report = await preview(name, file)
        expect(report.rows.filter((row: { outcome: string }) => row.outcome !== 'unchanged')).toEqual([])
        expect(report.counts.unchanged).toBeGreaterThan(0)
        expect(report.ignored).toEqual([])
      }
    })

  test('no two columns of an importable record have one title, in any language', () => {
    const doubled = Object.values<Entity>(entities)
      .filter(isImportable)
      .flatMap(entity =>
        locales.flatMap(locale => {
          const titles = everyColumn(entity).map(field => format(locale, `${entity.name}.${field}`))
          return titles
            .filter((title, at) => titles.indexOf(title) !== at)
            .map(title => `${locale} ${entity.name} ${title}`)
        }),
      )
    expect(doubled).toEqual([])
  })
})

describe('importing', () => {
  test('adds the unknown, changes the known by their code, and leaves what the file does not speak of', async () => {
    await send('import', 'brand', 'code,name,nameEn,remark\nN1,甲牌,Jia,旧')
    const answer = await send('import', 'brand', '品牌编码 *,品牌名称,备注\nN1,甲牌新,\nN2,乙牌,新')
    expect(answer).toMatchObject({ status: 0, data: { created: 1, updated: 1, unchanged: 0, faulty: 0 } })
    expect(await stored('brand', 'N1')).toMatchObject([{ name: '甲牌新', nameEn: 'Jia', remark: null }])
    expect(await stored('brand', 'N2')).toMatchObject([{ name: '乙牌', status: 'ENABLED' }])
    const changes = await shared.rows(sql`
      select a.action from auditlog a join brand b on a.entity = 'brand' and a."entityId" = b.id::text
      where b.code = 'N1' order by a.id`)
    expect(changes.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE'])
  })

  test('shows every fault of every row, in the language asked for, and stores nothing while there is one', async () => {
    const file = '品牌编码,品牌名称,商标有效期至,状态\nF1,好牌,2027/1/5,启用\n,无码,,\nF2,,昨天,坏\nF1,再来,,'
    const report = await preview('brand', file)
    expect(report.counts).toEqual({ created: 1, updated: 0, unchanged: 0, faulty: 3 })
    expect(report.rows.map((row: { faults: object }) => row.faults)).toEqual([
      {},
      { code: '必填' },
      { name: '必填', trademarkExpireDate: format('zh-CN', 'fault.date'), status: '不在可选范围内，可填：启用、停用' },
      { '': format('zh-CN', 'error.importRowTwice') },
    ])
    expect(report.rows[2]).toMatchObject({ line: 4, outcome: 'faulty', cells: ['F2', '', '昨天', '坏'] })
    expect(await stored('brand', 'F1')).toEqual([])
    const refused = await send('import', 'brand', file)
    expect(refused).toMatchObject({
      status: 3009,
      message: '3 行有错，没有导入任何内容',
      data: { counts: { faulty: 3 } },
    })
    expect(await stored('brand', 'F1')).toEqual([])
  })

  test('asks the same rules as the screen', async () => {
    const { rows } = await preview('supply', '供应商编码,供应商名称,联系人,联系电话,地址\nS900,某厂,张三,abc,某地')
    expect(rows[0].faults).toMatchObject({ phone: format('zh-CN', 'fault.PHONE') })
    const again = await preview('supply', '供应商编码,供应商名称,联系人,联系电话,地址\nS900,某厂,张三,13800000000,某地')
    expect(again.rows[0].faults).toEqual({ licenseNo: '必填' })
    const taken = await shared.rows(sql`select name from supply order by id limit 1`)
    const same = await preview(
      'supply',
      `供应商编码,供应商名称,供应商类型,联系人,联系电话,地址\nS900,${taken[0]?.name},农户合作社,张三,13800000000,某地`,
    )
    expect(same.rows[0].faults).toEqual({ name: '已存在相同的值' })
  })

  test('finds referred records by code, by name and by both, and answers in any language', async () => {
    const file =
      'code,name,materialType,baseUnitId,isLotTracked,minStock\nT1,甲,主料,kg,是,"１,２００.5"\nT2,乙,Raw material,千克,Yes,3\nT3,丙,RAW,KG9,否,'
    const units = await shared.rows(sql`select code, name from unit where code ilike 'kg'`)
    const { code, name } = units[0] as { code: string; name: string }
    const report = await preview('material', file.replace(',kg,', `,${code} ${name},`).replace('千克', name))
    expect(report.rows[2].faults).toEqual({ baseUnitId: format('zh-CN', 'fault.missing') })
    expect(report.rows.slice(0, 2).map((row: { faults: object }) => row.faults)).toEqual([{}, {}])
    await send(
      'import',
      'material',
      file.replace(',kg,', `,${code} ${name},`).replace('千克', name).split('\n').slice(0, 3).join('\n'),
    )
    expect(await stored('material', 'T1')).toMatchObject([{ minStock: '1200.5000', isLotTracked: true }])
    expect(await stored('material', 'T2')).toMatchObject([{ materialType: 'RAW' }])
  })

  test('lets a row refer to one above it', async () => {
    const file = 'code,name,unitType,baseUnitId,factorNumerator\nZA,咋,计数,,1\nZB,哝,计数,ZA,12'
    expect(await send('import', 'unit', file)).toMatchObject({ status: 0, data: { created: 2 } })
    expect((await preview('unit', file)).counts.unchanged).toBe(2)
  })

  test('finds a unit by its name of each language, the one of the organisation first', async () => {
    const heading = 'code,name,unitType,baseUnitId,factorNumerator\n'
    const file = `${heading}ZC,罐,计数,,1\nZD,公斤,计数,,1\nZE,双罐,计数,ZC can,2\nZF,单罐,计数,can,1\nZG,担,计数,公斤,50`
    expect(await send('import', 'unit', file)).toMatchObject({ status: 0, data: { created: 5 } })
    const based = await shared.rows(sql`
      select u.code, base.code as base from unit u join unit base on base.id = u."baseUnitId"
      where u.code in ('ZE', 'ZF', 'ZG') order by 1`)
    expect(based.map(({ code, base }) => `${code} ${base}`)).toEqual(['ZE ZC', 'ZF ZC', 'ZG ZD'])
    for (const locale of locales) {
      const sheet = await exported('unit', { format: 'csv' }, locale)
      expect(await preview('unit', sheet), locale).toMatchObject({ counts: { created: 0, updated: 0 } })
    }
  })

  test('matches a specification within its product, not by its number alone', async () => {
    const products = await shared.rows(sql`select code from product order by id limit 2`)
    const [first, second] = products.map(({ code }) => String(code))
    const specs = await csv('productspec', { columns: everyColumn(entities.productspec) })
    const [heading, row] = specs as [string[], string[]]
    const at = heading.indexOf(format('zh-CN', 'productspec.productId'))
    const other = row[at]?.startsWith(`${first} `) ? second : first
    const moved = row.map((cell, index) => (index === at ? other : cell))
    const report = await preview('productspec', [heading, row, moved].map(cells => cells.join(',')).join('\n'))
    expect(report.rows[0].outcome).toBe('unchanged')
    expect(report.rows[1].outcome).not.toBe('unchanged')
    expect(report.rows[1].faults['']).toBeUndefined()
  })

  test('reads what Excel writes on the mainland, on Taiwan, and with a byte order mark', async () => {
    // 品牌编码,品牌名称 / G1,酱园 in GB 18030
    const gb = Buffer.from('c6b7c5c6b1e0c2eb2cc6b7c5c6c3fbb3c60d0a47312cbdb4d4b0', 'hex')
    expect((await preview('brand', gb)).rows).toMatchObject([{ outcome: 'created', cells: ['G1', '酱园'] }])
    const marked = `${byteOrderMark}品牌编码;品牌名称\r\nG1;"酱\n园"\r\n\r\n`
    expect((await preview('brand', marked)).rows).toMatchObject([{ cells: ['G1', '酱\n园'] }])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('code\tname\nG1\t酱园', 'utf16le')])
    expect((await preview('brand', wide)).rows).toMatchObject([{ outcome: 'created', cells: ['G1', '酱园'] }])
  })

  test('reads a workbook as spreadsheets write it: shared texts, numbers for codes, true days, blank rows', async () => {
    const text = (value: string) => ({ value, type: String })
    const file = await writeWorkbook([
      [text('品牌编码'), text('品牌名称'), text('商标有效期至'), text('排序号')],
      [
        { value: 2026, type: Number },
        text('数码'),
        { value: new Date('2027-03-01T00:00:00Z'), type: Date, format: 'yyyy/m/d' },
        { value: 3, type: Number },
      ],
      [],
      [text('数二'), null, text('２０２７年３月１日'), text('x')],
    ]).toBuffer()
    const { rows } = await preview('brand', file)
    expect(rows).toMatchObject([
      { line: 2, outcome: 'created', cells: ['2026', '数码', '2027-03-01', '3'] },
      { line: 4, outcome: 'faulty', faults: { name: '必填', sortNo: format('zh-CN', 'fault.integer') } },
    ])
    expect(rows[1].faults.trademarkExpireDate).toBeUndefined()
  })

  test('takes the template as it is handed out, with the choices of its columns', async () => {
    const response = await fetch(`${shared.server.url}/en-US/template/importTemplate/dealer`, {
      headers: { authorization: `Bearer ${shared.token}` },
    })
    const file = Buffer.from(await response.arrayBuffer())
    const [heading] = await readSheet(file)
    expect(heading).toContain(`${format('en-US', 'dealer.code')} *`)
    expect(await send('importPreview', 'dealer', file)).toMatchObject({ status: 3004 })
    const guide = await readSheet(file, 2)
    expect(guide.flat()).toContain('Code or name of the record')
  })

  test('is done once per key, however often it is sent', async () => {
    const key = { 'idempotency-key': 'import-once' }
    const once = await send('import', 'brand', 'code,name\nK1,一次', shared.token, key)
    expect(once).toMatchObject({ status: 0, data: { created: 1 } })
    expect((await send('import', 'brand', 'code,name\nK1,一次', shared.token, key)).data).toEqual(once.data)
    expect((await send('import', 'brand', 'code,name\nK2,另一次', shared.token, key)).status).toBe(1006)
  })
})

describe('an import is refused', () => {
  test('without the button, and row by row without the right to add or to change', async () => {
    const exporter = await shared.server.signInWith(['brand', 'brand.add', 'brand.edit', 'brand.export'])
    expect((await send('import', 'brand', 'code,name\nP1,无权', exporter)).status).toBe(1002)
    expect((await send('importPreview', 'brand', 'code,name\nP1,无权', exporter)).status).toBe(1002)
    const changer = await shared.server.signInWith(['brand', 'brand.edit', 'brand.import'])
    const report = await preview('brand', 'code,name\nP1,无权\nN2,改名', changer)
    expect(report.rows.map((row: { outcome: string }) => row.outcome)).toEqual(['faulty', 'updated'])
  })

  test('of ledgers, accounts and what counts as soon as it is saved: there is no such call', async () => {
    for (const name of ['usematerialrecord', 'stockledger', 'user', 'role', 'menu'])
      expect((await send('import', name, 'a')).status).toBe(404)
  })

  test.each([
    ['no file', '', 1001],
    ['no rows', '品牌编码,品牌名称\n\n', 3004],
    ['no key', '品牌名称\n甲', 3005],
    ['a column twice', '品牌编码,code,品牌名称\nA,B,甲', 3006],
    ['a broken workbook', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(50)]), 3002],
    ['too many rows', `code,name\n${'A,B\n'.repeat(importLimits.rows + 1)}`, 3003],
    ['more than ten megabytes', Buffer.alloc(importLimits.bytes + 1024 * 1024, 'a'), 413],
  ])('with %s', async (_, file, status) => {
    expect((await send('importPreview', 'brand', file)).status).toBe(status)
  })

  test('of a workbook that unpacks to far more than it is', async () => {
    const bomb = await zipOf([
      {
        name: 'xl/worksheets/sheet1.xml',
        content: Array.from({ length: sized(160, 400) }, () => ' '.repeat(1024 * 1024)),
      },
    ])
    expect(bomb.length).toBeLessThan(importLimits.bytes)
    expect((await send('importPreview', 'brand', bomb)).status).toBe(3002)
    const lying = Buffer.from(bomb)
    lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
    expect((await send('importPreview', 'brand', lying)).status).toBe(3002)
  })
})

const batches = sized(50, 200)

test(`${batches * 500} rows become a workbook without holding up the server`, { timeout: 60_000 }, async () => {
  const cell = (at: number): SheetCell =>
    at % 3 === 0 ? { type: 'number', value: '12.3400', style: 'quantity' } : { type: 'text', value: `批号 L2026-${at}` }
  const batch = Array.from({ length: 500 }, () => Array.from({ length: 12 }, (_, at) => cell(at)))
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  async function* rows() {
    for (let at = 0; at < batches; at += 1) yield batch
  }
  const before = process.memoryUsage().rss
  const file = await workbookOf([
    { name: '大表', columns: Array.from({ length: 12 }, () => ({ title: '列', width: 10 })), rows: rows() },
  ])
  clearInterval(timer)
  expect(file.length).toBeGreaterThan(100_000)
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300)
  // Event loop yielded between batches, although all rows were there at once.
  expect(turns).toBeGreaterThan(batches / 4)
})
