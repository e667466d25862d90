/** Data scopes beside lists: search, names, import, files, realtime, counters (docs/decisions/0004-data-scopes.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { connectChannel, type Listener, tokensOf } from '../support/realtime.ts'
import { adminPassword } from '../support/server.ts'
import { readFile, signInForFiles, upload } from '../support/uploads.ts'

const at = withPlant()
/** Alone; of the author's group; of another group; of the whole organisation. */
const names = ['alone', 'mate', 'other', 'whole'] as const
type Name = (typeof names)[number]
const tokens = new Map<Name | 'writer', string>()
const opened: Listener[] = []
let planNo: string
let planId: number
let receiptNo: string
let receiptId: number
let fileId: string

const stored = async (path: string, sent: Values): Promise<number> => {
  const { status, data } = await at.server.call('POST', path, sent, at.token)
  expect(status, JSON.stringify(data)).toBe(0)
  return data.id
}
const post = (path: string, sent: unknown, who: Name | 'writer') =>
  at.server.call('POST', path, sent, tokens.get(who) ?? '')
const get = (path: string, sent: unknown, who: Name | 'writer') =>
  at.server.call('GET', path, sent, tokens.get(who) ?? '')

beforeAll(async () => {
  const menuIds = (await at.rows(sql<Values>`select id from menu`)).map(({ id }) => id)
  const [customer] = await at.rows(sql<Values>`select "customerId" from "user" limit 1`)
  const group = (code: string) =>
    stored('template/save/group', { code, name: code, groupType: 'TEAM', dataScope: 'GROUP' })
  const [ours, theirs] = [await group('G1'), await group('G2')]
  const person = async (name: Name | 'writer', dataScope: string, groupIds: readonly number[]) => {
    const role = { code: `R-${name}`, name: `R-${name}`, menuIds, dataScope }
    const roleIds = [await stored('SystemSetting/RoleSave', role)]
    const row = { loginName: name, name, password: adminPassword, customerId: customer?.customerId, groupIds, roleIds }
    const id = await stored('User/UserSave', row)
    await at.rows(sql<Values>`update "user" set "mustChangePassword" = false where id = ${id}`)
    tokens.set(name, await at.server.signIn(name))
    return id
  }
  const writer = await person('writer', 'CUSTOMER', [ours])
  await person('alone', 'SELF', [ours])
  await person('mate', 'GROUP', [ours])
  await person('other', 'GROUP', [theirs])
  await person('whole', 'CUSTOMER', [])
  await at.day.product('X1', [['M001', '1']])
  planId = await at.plant.plan('X1', '10')
  const receipt = await at.day.receive([at.day.receiptLine('M001', '10')], { submit: false })
  const uploaded = await upload(at.server, at.token, 'paper.txt', 'paper')
  fileId = String(uploaded.id ?? uploaded.data?.id)
  receiptId = receipt.id
  await stored('template/save/materialstorein', { id: receiptId, rowVersion: receipt.rowVersion, files: [fileId] })
  const [plan] = await at.rows(sql<Values>`
    update produceplan set "createdBy" = ${writer} where id = ${planId} returning "docNo"`)
  const [row] = await at.rows(sql<Values>`
    update materialstorein set "createdBy" = ${writer} where id = ${receiptId} returning "docNo"`)
  planNo = String(plan?.docNo)
  receiptNo = String(row?.docNo)
})
afterAll(() => {
  for (const channel of opened) channel.close()
})

describe.each([
  ['alone', false],
  ['other', false],
  ['mate', true],
  ['whole', true],
] as const)('%s', (who, sees) => {
  test('finds a record by its number in the list, in options and by its name', async () => {
    expect((await post('template/list/materialstorein', { q: receiptNo }, who)).data.total).toBe(sees ? 1 : 0)
    expect((await get('template/options/produceplan', { q: planNo }, who)).data).toHaveLength(sees ? 1 : 0)
    const names = [planNo]
    const { data } = await post('template/resolve/produceplan', { names }, who)
    expect(JSON.stringify(data).includes(String(planId)), JSON.stringify(data)).toBe(sees)
  })

  test('names a record in an import', async () => {
    const heading = 'producePlanId,issueTime,warehouseId,issuerId,receiverId'
    const text = `${heading}\n${planNo},${at.plant.script.now},WH01,E002,E004`
    const file = Buffer.from(text).toString('base64')
    const { data } = await post('template/importPreview/getmaterialrecord', { file }, who)
    expect(JSON.stringify(data).includes('producePlanId'), JSON.stringify(data).slice(0, 400)).toBe(true)
    expect(data.counts.faulty, JSON.stringify(data).slice(0, 600)).toBe(sees ? 0 : 1)
  })

  test('reads a file of the record', async () => {
    const cookie = await signInForFiles(at.server, who)
    expect((await readFile(at.server, cookie, fileId)).http).toBe(sees ? 200 : 404)
  })

  test('counts at home what the lists show', async () => {
    const { status, data } = await post('Home/GetSysInfo', {}, who)
    expect(status).toBe(0)
    expect(data.counters.length).toBeGreaterThan(5)
    for (const { entity, where, count } of data.counters) {
      expect([entity, (await post(`template/list/${entity}`, { where }, who)).data.total]).toEqual([entity, count])
    }
    const short = data.counters.find(({ key }: Values) => key === 'shortPlans')
    const { data: plans } = await post('template/list/produceplan', { where: short?.where }, who)
    expect(plans.rows.some(({ id }: Values) => id === planId)).toBe(sees)
    const mine = [{ field: 'createdBy', op: 'mine' }]
    const own = async (whose: Name | 'writer') =>
      (await post('template/list/produceplan', { where: mine }, whose)).data.rows.map(({ id }: Values) => id)
    expect(await own(who)).toEqual([])
    expect(await own('writer')).toEqual([planId])
    const other = [{ field: 'productId', op: 'mine' }]
    expect((await post('template/list/produceplan', { where: other }, who)).status).not.toBe(0)
  })
})

test('an import does not change a master record of another', async () => {
  const file = Buffer.from('code,name\nS001,changed').toString('base64')
  const name = () => at.rows(sql<Values>`select name from supply where code = 'S001'`)
  const before = await name()
  expect(await post('template/import/supply', { file }, 'alone')).toMatchObject({ status: 3009 })
  expect(await name()).toEqual(before)
})

test('realtime names changed rows to who sees all of them, and to others only that there were some', async () => {
  const listen = async (who: Name) => {
    const { socket } = await tokensOf(at.server, who)
    const channel = await connectChannel(at.server.url, {
      token: socket,
      client: `1763728173${who.length}${names.indexOf(who)}`,
    })
    opened.push(channel)
    return channel
  }
  const [alone, whole] = [await listen('alone'), await listen('whole')]
  const [row] = await at.rows(sql<Values>`select "rowVersion" from materialstorein where id = ${receiptId}`)
  await stored('template/save/materialstorein', { id: receiptId, rowVersion: row?.rowVersion, remark: 'r' })
  const isMeant = (message: Values) => JSON.stringify(message).includes('materialstorein')
  expect(JSON.stringify(await whole.next(isMeant))).toContain(String(receiptId))
  expect(await alone.next(isMeant)).toMatchObject({ ids: [] })
})
