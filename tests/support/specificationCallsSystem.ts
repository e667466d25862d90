/** Calls of specification §7 on system settings. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { get, offers, post, type SpecificationCall, type SpecificationDay } from './specificationCallsDay.ts'

interface Entry {
  readonly id: number
  readonly name: string
  readonly children: readonly Entry[]
}

/** Ids of a page and of the entries above it. */
function pathTo(tree: readonly Entry[], name: string): readonly number[] {
  for (const entry of tree) {
    if (entry.name === name) return [entry.id]
    const below = pathTo(entry.children, name)
    if (below.length > 0) return [entry.id, ...below]
  }
  return []
}

export function systemCalls(day: SpecificationDay): readonly SpecificationCall[] {
  const { at, ask, keep, kept } = day
  let unitPage: readonly number[] = []

  return [
    post(
      'SystemSetting/VersionSave',
      () => ({ platform: 'WEB', versionNo: '9.1', versionCode: 91, releaseNotes: '改进' }),
      async data => {
        keep('version', data.id)
        expect(await day.stored('version', data.id)).toMatchObject({ versionNo: '9.1', status: 'DRAFT' })
      },
    ),
    get(
      'SystemSetting/VersionDel',
      () => ({ id: kept('version') }),
      () => day.isGone('version', kept('version')),
    ),
    post(
      'SystemSetting/NotifySave',
      () => ({ title: '停电通知', content: '周日停电', targetType: 'ALL' }),
      async data => {
        keep('notify', data.id)
        expect(data).toMatchObject({ title: '停电通知', status: 'DRAFT' })
        await day.act('notify', 'publish', data.id)
        const own = await ask('GET', 'SystemSetting/NotifyMine', {})
        expect(JSON.stringify(own)).toContain('停电通知')
        await day.act('notify', 'withdraw', data.id)
      },
    ),
    get(
      'SystemSetting/NotifyGet',
      () => ({ id: kept('notify') }),
      data => expect(data).toMatchObject({ title: '停电通知', content: '周日停电' }),
    ),
    get(
      'SystemSetting/NotifyDel',
      () => ({ id: kept('notify') }),
      () => day.isGone('notify', kept('notify')),
    ),
    get(
      'SystemSetting/QuestionAnswerClose',
      async () => ({ id: await day.make('questionanswer', { title: '问', content: '如何退料' }) }),
      (data, sent) => expect(data).toMatchObject({ id: sent.id, status: 'CLOSED', closedAt: expect.any(String) }),
    ),
    get(
      'SystemSetting/MenuList',
      () => ({}),
      data => {
        unitPage = pathTo(data, 'unit')
        expect(unitPage).toHaveLength(2)
      },
    ),
    post(
      'SystemSetting/Menusave',
      () => ({ parentID: 0, name: 'reports', title: '报表', type: 'TEXT' }),
      async data => {
        expect(data).toMatchObject({ name: 'reports', title: '报表' })
        expect(pathTo(await ask('GET', 'SystemSetting/MenuList', {}), 'reports')).toEqual([data.id])
      },
    ),
    post(
      'SystemSetting/RoleSave',
      () => ({ code: 'weigher', name: '司磅员', menuIds: unitPage }),
      async data => {
        keep('role', data.id)
        const held = sql<Values>`select "targetId" as id from "role_menuIds" where "ownerId" = ${data.id} order by 1`
        expect((await at.rows(held)).map(row => row.id)).toEqual(unitPage.toSorted((left, right) => left - right))
      },
    ),
    get(
      'SystemSetting/Role',
      () => ({ id: kept('role') }),
      data => {
        expect(data).toMatchObject({ code: 'weigher' })
        expect(data.menuIds.toSorted()).toEqual(unitPage.toSorted())
      },
    ),
    get(
      'SystemSetting/GetRoleList',
      () => ({}),
      data => expect(data).toEqual(offers(kept('role'), '司磅员')),
    ),
    post(
      'SystemSetting/RoleDelete',
      () => ({ id: kept('role') }),
      () => day.isGone('role', kept('role')),
    ),
    post(
      'SystemSetting/CustomerSave',
      () => ({ code: 'HX2', name: '恒香二厂', contactName: '李香', phone: '0532-86661235', address: '胶州市 2 号' }),
      async data => {
        keep('customer', data.id)
        const places = sql<Values>`select 1 from stocklocation where "customerId" = ${data.id}`
        expect((await at.rows(places)).length).toBeGreaterThan(0)
      },
    ),
    get(
      'SystemSetting/CustomerGet',
      () => ({ id: kept('customer') }),
      data => expect(data).toMatchObject({ code: 'HX2', name: '恒香二厂' }),
    ),
    get(
      'SystemSetting/CustomerKeyValueList',
      () => ({}),
      data => expect(data).toEqual(offers(kept('customer'), '恒香二厂')),
    ),
    get(
      'SystemSetting/RemoteCustomerKeyValueList',
      () => ({ q: '二厂' }),
      data => {
        expect(data).toEqual(offers(kept('customer'), '恒香二厂'))
        expect(data).toHaveLength(1)
      },
    ),
    get(
      'SystemSetting/CustomerDelete',
      async () => {
        const row = { contactName: '李', phone: '0532-86661236', address: '胶州市 3 号' }
        return { id: await day.make('customer', { code: 'HX3', name: '恒香三厂', ...row }) }
      },
      (_data, { id }) => day.isGone('customer', id),
    ),
  ]
}
