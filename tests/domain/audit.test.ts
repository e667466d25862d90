import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const since = async (work: () => Promise<unknown>) => {
  const [last] = await at.rows(sql<Values>`select coalesce(max(id), 0) as id from auditlog`)
  await work()
  return at.rows(sql<Values>`
    select action, entity, "entityId", changes, reason, "byUserId", ip from auditlog where id > ${last?.id} order by id`)
}

describe('the audit trail', () => {
  test('has one row for every write: made, changed, removed', async () => {
    const call = (path: string, body: unknown) => at.server.call('POST', path, body, at.token)
    let id = 0
    const made = await since(async () => {
      id = (await call('template/save/brand', { code: 'B9', name: '鲜' })).data.id
    })
    expect(made).toMatchObject([{ action: 'CREATE', entity: 'brand', entityId: String(id), ip: '127.0.0.1' }])
    expect(String(made[0]?.changes).split('\n')).toEqual(expect.arrayContaining(['code: — → B9', 'name: — → 鲜']))
    const changed = await since(() => call('template/save/brand', { id, rowVersion: 1, name: '更鲜' }))
    expect(changed).toMatchObject([{ action: 'UPDATE', changes: 'name: 鲜 → 更鲜' }])
    const refused = await since(() => call('template/save/brand', { id, rowVersion: 1, name: '旧' }))
    expect(refused).toEqual([])
    const removed = await since(() => call('template/delete/brand', { ids: [id] }))
    expect(removed).toMatchObject([{ action: 'DELETE', entity: 'brand', entityId: String(id) }])
  })

  test('names in a sheet the record that is gone by its number', async () => {
    const { id, docNo } = await at.day.receive([at.day.receiptLine('M001', '5')], { submit: false })
    const exported = async () => {
      const where = [
        { field: 'entity', op: 'eq', value: 'materialstorein' },
        { field: 'entityId', op: 'eq', value: String(id) },
      ]
      const response = await fetch(`${at.server.url}/template/export/auditlog`, {
        method: 'POST',
        body: JSON.stringify({ format: 'csv', columns: ['action', 'record'], where }),
        headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
      })
      return (await response.text()).split('\r\n').slice(1).filter(Boolean)
    }
    expect(await exported()).toEqual([`新增,${docNo}`])
    await at.server.call('POST', 'template/delete/materialstorein', { ids: [id] }, at.token)
    expect(await exported()).toEqual([`删除,#${id}`, `新增,#${id}`])
  })

  test('has one row for the draft and one for its posting, and the reason of a reversal', async () => {
    let id = 0
    const posted = await since(async () => {
      id = (await at.day.receive([at.day.receiptLine('M001', '5')])).id
    })
    expect(posted.map(row => [row.action, row.entity])).toEqual([
      ['CREATE', 'materialstorein'],
      ['SUBMIT', 'materialstorein'],
    ])
    expect(posted[1]?.changes).toMatch(/status: DRAFT → SUBMITTED/)
    expect(posted[1]?.changes).toMatch(/lines#\d+\.lotNo: — → L/)
    const undone = await since(() => at.day.run('materialstorein.reverse', { id, reason: '录错供应商' }))
    expect(undone).toMatchObject([{ action: 'REVERSE', reason: '录错供应商', changes: 'status: SUBMITTED → REVERSED' }])
  })

  test('tells what changed in a line', async () => {
    const draft = await at.day.receive([at.day.receiptLine('M001', '5')], { submit: false })
    const [line] = draft.lines
    const lines = [{ id: line?.id, baseQty: '6' }]
    const changed = await since(() =>
      at.server.call(
        'POST',
        'template/save/materialstorein',
        { id: draft.id, rowVersion: draft.rowVersion, lines },
        at.token,
      ),
    )
    expect(changed).toMatchObject([{ action: 'UPDATE', changes: `lines#${line?.id}.baseQty: 5.0000 → 6.0000` }])
  })

  test('never holds a password', async () => {
    const [found] = await at.rows(
      sql<Values>`select count(*)::int as n from auditlog where changes ~* 'argon2|password:'`,
    )
    expect(found).toEqual({ n: 0 })
  })

  test('refuses change and deletion, as the ledger does', async () => {
    await expect(sql`update auditlog set reason = 'x'`.execute(at.server.db)).rejects.toThrow()
    await expect(sql`delete from auditlog`.execute(at.server.db)).rejects.toThrow()
    await expect(sql`delete from stockledger`.execute(at.server.db)).rejects.toThrow()
  })
})

describe('a posting sent twice', () => {
  const count = async () => (await at.rows(sql<Values>`select count(*)::int as n from stockledger`))[0]?.n as number

  test('under one key is done once and answered the same, even at the same time', async () => {
    const lot = await at.plant.lot('M001', '10')
    const planId = await at.plant.plan('X1', '10')
    const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '3', fefoOverrideReason: '测试' }
    const before = await count()
    const headers = { 'idempotency-key': randomUUID() }
    const row = at.day.issueRow(planId, [line])
    const send = (body: Values) =>
      at.server.call('POST', 'Produce/ProducePlanMaterialOutStore', body, at.token, headers)
    const [first, second] = await Promise.all([send(row), send(row)])
    const third = await send(row)
    expect(first.status).toBe(0)
    expect([second.data, third.data]).toEqual([first.data, first.data])
    expect(await count()).toBe(before + 1)
    expect((await send({ ...row, remark: '另一单' })).status).toBe(1006)
    expect(await count()).toBe(before + 1)
  })

  test('that was refused the first time may be sent again under its key', async () => {
    const lot = await at.plant.lot('M001', '10')
    const planId = await at.plant.plan('X1', '10')
    const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '4', fefoOverrideReason: '测试' }
    const headers = { 'idempotency-key': randomUUID() }
    const send = () =>
      at.server.call('POST', 'template/save/getmaterialrecord', at.day.issueRow(planId, [line]), at.token, headers)
    await at.day.run('stocklot.hold', { id: lot.id, reason: '待查' })
    expect((await send()).status).toBe(2002)
    await at.day.run('stocklot.release', { id: lot.id, reason: '合格' })
    expect((await send()).status).toBe(0)
  })

  test('of two people who save one draft, the second is told that it has changed', async () => {
    const draft = await at.day.receive([at.day.receiptLine('M001', '5')], { submit: false })
    const save = (remark: string, rowVersion: unknown = draft.rowVersion) =>
      at.server.call('POST', 'template/save/materialstorein', { id: draft.id, rowVersion, remark }, at.token)
    expect((await save('甲')).status).toBe(0)
    expect(await save('乙')).toMatchObject({ status: 1003, data: { remark: '甲' } })
    expect(await save('乙', null)).toMatchObject({ status: 1001 })
  })
})
