/** First steps: progress of a new plant, stories of a demonstration. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FirstSteps } from '#contract/system/firstSteps.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const read = async (server: TestServer, token: string): Promise<FirstSteps> =>
  (await server.call('GET', 'Home/GetFirstSteps', {}, token)).data

describe('a new plant', () => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer()
    token = await server.signIn()
  })
  afterAll(() => server.close())

  test('has everything to set up, in the order of need, and no story', async () => {
    const { setup, stories } = await read(server, token)
    expect(setup.map(({ entity }) => entity)).toEqual([
      ...['customer', 'unit', 'warehouse', 'supply', 'material', 'product', 'productformula', 'user'],
    ])
    expect(setup.filter(({ isDone }) => isDone)).toEqual([])
    expect(setup.at(-1)).toMatchObject({ entity: 'user', names: ['系统管理员'], isDone: false })
    expect(stories).toEqual([])
    const own = (await sql<{ id: number }>`select id from customer`.execute(server.db)).rows
    expect(setup.flatMap(({ entity, id }) => (id === undefined ? [] : [{ entity, id }]))).toEqual([
      { entity: 'customer', id: own[0]?.id },
    ])
  })

  test('sees what it has entered: its own name, and a licence', async () => {
    const [own] = (await sql<{ id: number }>`select id from customer`.execute(server.db)).rows
    const change = (values: object) => server.call('POST', 'template/save/customer', { id: own?.id, ...values }, token)
    for (const values of [{ phone: '0532-80000000' }, { name: '青岛味园' }, { licenseNo: null }]) {
      expect(await change(values)).toMatchObject({ status: 0 })
      expect((await read(server, token)).setup[0]).toMatchObject({ entity: 'customer', isDone: false })
    }
    expect(await change({ licenseNo: 'SC1' })).toMatchObject({ status: 0 })
    await server.call('POST', 'template/save/unit', { code: 'KG', name: '千克', unitType: 'MASS' }, token)
    const done = (await read(server, token)).setup.filter(({ isDone }) => isDone)
    expect(done.map(({ entity, count, names, licenceNo }) => [entity, count, names.at(-1), licenceNo])).toEqual([
      ['customer', 1, '青岛味园', 'SC1'],
      ['unit', 1, '千克', undefined],
    ])
  })

  test('asks nothing of who may not set it up', async () => {
    const other = await server.signInWith(['brand', 'unit'])
    expect((await read(server, other)).setup).toEqual([])
  })
})

describe('a demonstration', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ filled: { as: 'demonstrated', with: db => seedDemo(db) } })
  })
  afterAll(() => server.close())

  test('has four stories of records that are there, and nothing to set up', async () => {
    const { setup, stories } = await read(server, await server.signIn())
    expect(setup).toEqual([])
    expect(stories.map(({ key, records }) => [key, records.map(({ entity }) => entity)])).toEqual([
      ['trace', ['stocklot', 'supply', 'stocklot']],
      ['recall', ['complaint', 'unsafefoodanalyse', 'callback']],
      ['receiveToSale', ['materialstorein', 'produceplan', 'stocklot', 'productsaleout']],
      ['plan', ['produceplan', 'productformula']],
    ])
    const token = await server.signIn()
    for (const { entity, id, name } of stories.flatMap(({ records }) => records)) {
      const where = [{ field: 'id', op: 'eq', value: id }]
      const { data } = await server.call('POST', `template/list/${entity}`, { where }, token)
      expect(JSON.stringify(data.rows)).toContain(name.split(' ')[0])
    }
  })

  test('has a notice of the edition of the year in which it was published', async () => {
    const { rows } = await sql<{ title: string; year: string }>`
      select title, extract(year from "publishTime" at time zone 'Asia/Shanghai')::text as year
      from notify where "isPinned"`.execute(server.db)
    expect(rows.map(({ title }) => title)).toEqual(rows.map(({ year }) => `食品安全管理制度 ${year} 版发布`))
    expect(rows).toHaveLength(1)
  })

  test('tells each role the stories whose pages it has', async () => {
    const sign = async (username: string) =>
      (await server.call('POST', 'Auth/login', { grant_type: 'password', username, password: 'demo2026' }, null)).data
    const keys = async (name: string) =>
      (await read(server, (await sign(name)).access_token)).stories.map(({ key }) => key)
    expect(await keys('zhangwei')).toEqual(['trace', 'recall', 'receiveToSale', 'plan'])
    expect(await keys('liuyang')).toEqual(['plan'])
  })

  test('names no record that the lists do not show to who sees his own only', async () => {
    const form = { grant_type: 'password', username: 'zhangwei', password: 'demo2026' }
    const { data: signed } = await server.call('POST', 'Auth/login', form, null)
    const token = signed.access_token
    const { stories } = await read(server, token)
    const plan = stories.flatMap(({ records }) => records).find(({ entity }) => entity === 'produceplan')
    await sql`update role set "dataScope" = 'SELF' where code = 'manager'`.execute(server.db)
    await sql`update produceplan set "createdBy" = (select id from "user" where "loginName" = 'zhangwei'),
      status = 'PRODUCING' where id = ${plan?.id}`.execute(server.db)
    const own = await read(server, token)
    expect(own.stories.map(({ key }) => key)).toContain('plan')
    expect(own.stories.map(({ key }) => key)).not.toContain('trace')
    for (const { entity, id } of own.stories.flatMap(({ records }) => records)) {
      const where = [{ field: 'id', op: 'eq', value: id }]
      const { data } = await server.call('POST', `template/list/${entity}`, { where }, token)
      expect([entity, data.total]).toEqual([entity, 1])
    }
  })
})
