/** History of one record from the audit trail: values, labels, pages and who may read it. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { HistoryChange, RecordHistory } from '#contract/system/recordHistory.ts'
import { withPlant } from '../support/plantServer.ts'
import { adminPassword, ownPassword } from '../support/server.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const save = async (entity: string, row: Values, token = at.token) =>
  (await at.server.call('POST', `template/save/${entity}`, row, token)).data
const asked = (entity: string, query: Values, token: string | null = at.token) =>
  at.server.call('GET', `template/history/${entity}`, query, token)
const history = async (entity: string, id: number, before?: number): Promise<RecordHistory> => {
  const { status, data } = await asked(entity, { id, ...(before ? { before } : {}) })
  expect(status, JSON.stringify(data)).toBe(0)
  return data
}
const change = (changes: readonly HistoryChange[] | undefined, field: string) =>
  changes?.find(each => each.field === field)

describe('the history of a record', () => {
  test('says who changed which field from what to what, newest first', async () => {
    const brand = await save('brand', { code: 'B9', name: '鲜' })
    await save('brand', { id: brand.id, rowVersion: 1, name: '更鲜', remark: '一行\n二行 → 三行' })
    const { rows, more } = await history('brand', brand.id)
    expect(more).toBe(false)
    expect(rows.map(({ action, by, reason }) => [action, by?.label, reason])).toEqual([
      ['UPDATE', '系统管理员', null],
      ['CREATE', '系统管理员', null],
    ])
    expect(Date.parse(rows[0]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(rows[1]?.at ?? ''))
    expect(rows[0]?.changes).toEqual([
      { field: 'name', before: '鲜', after: '更鲜' },
      { field: 'remark', before: null, after: '一行\n二行 → 三行' },
    ])
    await save('brand', { id: brand.id, rowVersion: 2, remark: '四 → 五' })
    expect((await history('brand', brand.id)).rows[0]?.changes).toEqual([
      { field: 'remark', before: null, after: null, text: '一行\n二行 → 三行 → 四 → 五' },
    ])
  })

  test('takes no line of a text for a change of its own', async () => {
    const forged = '好\nname: 假 → 真\nstatus: DISABLED → ENABLED\r\npassword: x'
    const brand = await save('brand', { code: 'B12', name: '甲' })
    await save('brand', { id: brand.id, rowVersion: 1, name: '乙', remark: forged })
    const [latest] = (await history('brand', brand.id)).rows
    expect(latest?.changes).toEqual([
      { field: 'name', before: '甲', after: '乙' },
      { field: 'remark', before: null, after: forged.replace('\r\n', '\n') },
    ])
  })

  test('reads rows with raw line breaks in the order of the definition', async () => {
    const brand = await save('brand', { code: 'B13', name: '丙' })
    const trail = async (changes: string) => {
      await at.rows(sql<Values>`
        insert into auditlog ("customerId", at, action, entity, "entityId", changes)
        select "customerId", now(), 'UPDATE', 'brand', ${String(brand.id)}, ${changes} from "user" limit 1`)
      return (await history('brand', brand.id)).rows[0]?.changes
    }
    expect(await trail('remark: — → 好\r\nname: 假 → 真')).toEqual([
      { field: 'remark', before: null, after: '好\r\nname: 假 → 真' },
    ])
    expect(await trail('name: 鲜 → 好\nstatus: DISABLED → ENABLED\nstatus: ENABLED → DISABLED')).toEqual([
      { field: 'name', before: null, after: null, text: '鲜 → 好\nstatus: DISABLED → ENABLED' },
      { field: 'status', before: 'ENABLED', after: 'DISABLED' },
    ])
  })

  test('names references and tells lines, posting, and the reason of a reversal', async () => {
    const { id, lines } = await at.day.receive([at.day.receiptLine('M001', '5')])
    await at.day.run('materialstorein.reverse', { id, reason: '录错供应商' })
    const { rows } = await history('materialstorein', id)
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      ['REVERSE', '录错供应商'],
      ['SUBMIT', null],
      ['CREATE', null],
    ])
    expect(rows[0]?.changes).toEqual([{ field: 'status', before: 'SUBMITTED', after: 'REVERSED' }])
    const lot = rows[1]?.changes.find(({ field }) => field === 'lotNo')
    expect(lot).toMatchObject({ lines: 'lines', lineId: String(lines[0]?.id), before: null })
    const material = change(rows[2]?.changes, 'materialId')
    expect(material?.labels).toEqual({ [String(material?.after)]: '脱脂大豆' })
    expect(change(rows[2]?.changes, 'baseQty')).toMatchObject({ before: null, after: '5.0000' })
  })

  test('names references and numbers lines in the list of the whole trail as well', async () => {
    const { id, lines } = await at.day.receive([at.day.receiptLine('M001', '7'), at.day.receiptLine('M001', '8')])
    const where = [{ field: 'entityId', op: 'eq', value: String(id) }]
    const { data } = await at.server.call('POST', 'template/list/auditlog', { where }, at.token)
    const rows = data.rows as readonly {
      id: number
      action: string
      changes$labels?: Readonly<Record<string, string>>
      changes$lines?: Readonly<Record<string, number>>
    }[]
    const made = rows.find(({ action, changes$labels }) => action === 'CREATE' && changes$labels)
    expect(Object.entries(made?.changes$labels ?? {})).toContainEqual([
      expect.stringMatching(/^material:\d+$/),
      '脱脂大豆',
    ])
    expect(made?.changes$lines).toMatchObject({ [`lines#${lines[1]?.id}`]: 2 })
    const alone = await at.server.call('GET', 'template/edit/auditlog', { id: made?.id }, at.token)
    expect(alone.data.changes$labels).toEqual(made?.changes$labels)
  })

  test('names permissions by their page and action in the language of the reader', async () => {
    const menus = await at.rows(sql<Values>`
      select b.id from menu b join menu p on p.id = b."parentID"
      where p.name = 'brand' and b.name = 'edit' union all select id from menu where name = 'brand' and type = 'LINK'`)
    const [edit, page] = menus.map(({ id }) => Number(id))
    const role = await save('role', { code: 'R9', name: '品牌', menuIds: [page] })
    await save('role', { id: role.id, rowVersion: 1, menuIds: [page, edit] })
    const { data } = await at.server.call('GET', 'en-US/template/history/role', { id: role.id }, at.token)
    expect(change(data.rows[0]?.changes, 'menuIds')).toMatchObject({
      labels: { [String(page)]: 'Brands', [String(edit)]: 'Brands · Edit' },
    })
  })

  test('says nobody for what the system did', async () => {
    const [task] = await at.rows(sql<Values>`select id from task order by id limit 1`)
    await at.rows(sql<Values>`
      insert into auditlog ("customerId", at, action, entity, "entityId", changes)
      select "customerId", now(), 'UPDATE', 'task', ${String(task?.id)}, 'isEnabled: true → false'
      from "user" limit 1`)
    const { rows } = await history('task', Number(task?.id))
    expect(rows[0]).toMatchObject({ by: null, changes: [{ field: 'isEnabled', before: true, after: false }] })
  })

  test('links what was reversed with another record', async () => {
    const { id, docNo } = await at.day.receive([at.day.receiptLine('M001', '1')])
    const other = await at.day.receive([at.day.receiptLine('M001', '1')])
    await at.rows(sql<Values>`
      insert into auditlog ("customerId", at, action, entity, "entityId", changes)
      select "customerId", now(), 'REVERSE', 'materialstorein', ${String(id)},
        ${`status: SUBMITTED → REVERSED (${other.docNo})`} from "user" limit 1`)
    expect(docNo).not.toBe(other.docNo)
    const { rows } = await history('materialstorein', id)
    expect(rows[0]?.changes).toEqual([
      { field: 'status', before: 'SUBMITTED', after: 'REVERSED', cause: { id: other.id, label: other.docNo } },
    ])
  })

  test('comes in pages', async () => {
    const brand = await save('brand', { code: 'B10', name: '0' })
    for (let at = 1; at <= 33; at += 1) await save('brand', { id: brand.id, rowVersion: at, name: String(at) })
    const first = await history('brand', brand.id)
    expect([first.rows.length, first.more]).toEqual([30, true])
    const rest = await history('brand', brand.id, first.rows.at(-1)?.id)
    expect(rest.rows.map(({ action, changes }) => [action, change(changes, 'name')?.after])).toEqual([
      ['UPDATE', '3'],
      ['UPDATE', '2'],
      ['UPDATE', '1'],
      ['CREATE', '0'],
    ])
    expect(rest.more).toBe(false)
  })
})

describe('the history of a record is kept from', () => {
  test('who may not read its page, and has none where nothing is there', async () => {
    const brand = await save('brand', { code: 'B11', name: 'x' })
    const other = await at.server.signInWith(['supply'])
    const reader = await at.server.signInWith(['brand'])
    expect(await asked('brand', { id: brand.id }, null)).toMatchObject({ http: 401 })
    expect(await asked('brand', { id: brand.id }, other)).toMatchObject({ status: 1002 })
    expect(await asked('brand', { id: brand.id }, reader)).toMatchObject({ status: 0 })
    expect(await asked('brand', { id: 987_654 })).toMatchObject({ status: 1005 })
    expect(await asked('brand', {})).toMatchObject({ status: 1001, data: { id: 'required' } })
    expect(await asked('brand', { id: brand.id, before: 'x' })).toMatchObject({ status: 1001 })
    expect((await asked('auditlog', { id: 1 })).http).toBe(404)
  })

  test('another organisation', async () => {
    const brand = await save('brand', { code: 'B14', name: '丁' })
    const north = await save('customer', {
      ...{ code: 'CN', name: '北', contactName: '张三', phone: '12345', address: '某地', country: 'CN' },
      ...{ timeZone: 'Asia/Taipei', defaultLang: 'zh-TW', status: 'ENABLED' },
    })
    await at.server.signInWith(['brand'])
    const [role] = await at.rows(sql<Values>`select max(id) as id from role`)
    const loginName = 'stranger'
    const person = { loginName, name: loginName, password: adminPassword, customerId: north.id, roleIds: [role?.id] }
    await save('user', person)
    await ownPassword(at.server.db, loginName)
    const token = await at.server.signIn(loginName)
    expect(await asked('brand', { id: brand.id }, token)).toMatchObject({ status: 1005 })
  })

  test('personal data and passwords, even where the trail had them', async () => {
    const [admin] = await at.rows(sql<Values>`select id from "user" where "loginName" = 'admin'`)
    await at.rows(sql<Values>`
      insert into auditlog ("customerId", at, action, entity, "entityId", changes)
      select "customerId", now(), 'UPDATE', 'user', ${String(admin?.id)},
        ${'password: $argon2 → $argon2x\nphone: 13800000000 → 13900000000'} from "user" limit 1`)
    const { rows } = await history('user', Number(admin?.id))
    expect(rows[0]?.changes).toEqual([{ field: 'phone', before: null, after: null, hidden: true }])
    const id = at.day.id('employee', 'E003')
    const { data } = await at.server.call('GET', 'template/edit/employee', { id }, at.token)
    await save('employee', { id, rowVersion: data.rowVersion, idCardNo: '11010519491231002X' })
    const [latest] = (await history('employee', id)).rows
    expect(latest?.changes).toEqual([{ field: 'idCardNo', before: null, after: null, hidden: true }])
  })

  test('who signs in, looks or exports: they change nothing', async () => {
    const [admin] = await at.rows(sql<Values>`select id from "user" where "loginName" = 'admin'`)
    const shown = (await history('user', Number(admin?.id))).rows.map(({ action }) => action)
    expect(shown).not.toContain('LOGIN')
  })
})

describe('an entry of the audit log', () => {
  const entries = async (entity: string, id: number) => {
    const where = [
      { field: 'entity', op: 'eq', value: entity },
      { field: 'entityId', op: 'eq', value: String(id) },
    ]
    return (await at.server.call('POST', 'template/list/auditlog', { where }, at.token)).data.rows
  }

  test('names its record while there is one, and nothing in its place', async () => {
    const brand = await save('brand', { code: 'B15', name: '#1 号' })
    expect(await entries('brand', brand.id)).toMatchObject([{ record: '#1 号' }])
    await at.rows(sql<Values>`delete from brand where id = ${brand.id} returning id`)
    expect(await entries('brand', brand.id)).toMatchObject([{ record: null }])
  })
})
