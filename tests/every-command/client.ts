/** Client-only commands: navigation, tabs, languages, a page's general verbs, undo. */
import { expect } from 'vitest'
import { entities } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { pages } from '#contract/pages.ts'
import { areas, type Entity, hasPage } from '#contract/schema/entity.ts'
import { shippedViews } from '#contract/views.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { warehouseCommands, warehousePage } from '../../src/commands/warehouse/warehouseCommands.ts'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { localeAtom, text } from '../../src/data/language.ts'
import { locationAtom, navigate, pathOfAddress } from '../../src/data/location.ts'
import { notificationsAtom, notify } from '../../src/data/notifications.ts'
import { loadNotices, unreadNoticesAtom } from '../../src/data/realtime/notices.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { splitAtom } from '../../src/data/session/split.ts'
import { forgetTabs, tabsAtom } from '../../src/data/session/tabs.ts'
import { store } from '../../src/data/store.ts'
import type { PlantServer } from '../support/plantServer.ts'
import type { Case, Scripted } from './scripted.ts'
import type { Stored } from './verbs.ts'

const here = () => pathOfAddress(store.get(locationAtom))
const open = () => store.get(tabsAtom).map(({ url }) => url)

const goCases: readonly Case[] = [{ name: 'index', url: '/index' }, ...pages].map(({ name, url }) => ({
  id: `navigate.${name}`,
  async check(run) {
    await run()
    expect(here()).toBe(url)
    if (name !== 'index') expect(open()).toContain(url)
  },
}))

const warehouseCases: readonly Case[] = warehouseCommands.map(({ id }) => ({
  id,
  async check(run) {
    await run()
    expect(store.get(locationAtom)).toBe(`${warehousePage}?task=${id.split('.')[1]}`)
  },
}))

const browseCases: readonly Case[] = areas.flatMap(area => {
  const [, second] = pages.filter(page => page.area === area)
  if (!second) return []
  const check: Case['check'] = async run => {
    await run({ page: second.name })
    expect(here()).toBe(second.url)
  }
  return [{ id: `browse.${area}`, check }]
})

const shippedCases: readonly Case[] = Object.values<Entity>(entities)
  .filter(hasPage)
  .flatMap(entity =>
    shippedViews(entity).map(view => ({
      id: `view.${entity.name}.${view.name}`,
      async check(run) {
        navigate('/index')
        await run()
        expect(store.get(locationAtom)).toBe(`/${entity.name}?_shipped=${view.name}`)
      },
    })),
  )

const localeCases: readonly Case[] = (['en-US', 'zh-TW', 'zh-CN'] as const).map(locale => ({
  id: `locale.${locale}`,
  async check(run) {
    await run()
    expect(store.get(localeAtom)).toBe(locale)
    expect(text('brand')).toBe(shipped[locale].brand)
  },
}))

const some = ['/brand', '/unit', '/product', '/material', '/supply', '/dealer', '/warehouse', '/employee', '/equipment']

/** Nine tabs, the third of them in front. */
function nine(): void {
  for (const url of some) navigate(url)
  navigate(some[2] ?? '')
}

/** Expected after the command: front tab and number of open tabs. */
const tab = (id: string, args: object, front: string | undefined, left = 9): Case => ({
  id: `tab.${id}`,
  async check(run) {
    nine()
    await run({ ...args })
    expect(here()).toBe(front)
    expect(open()).toHaveLength(left)
  },
})

const tabCases = (at: Scripted): readonly Case[] => [
  tab('next', {}, some[3]),
  tab('previous', {}, some[1]),
  tab('close', {}, some[8], 8),
  tab('closeOthers', {}, some[2], 1),
  tab('closeAll', {}, '/', 0),
  tab('show', { url: '/unit' }, '/unit'),
  // The previously used tab, and the least recently used one.
  tab('recent', {}, some[8]),
  tab('recentBack', {}, some[0]),
  ...(
    [
      ['tab.move', 2, { url: some[5], to: some[2] }, some[5]],
      ['tab.moveLeft', 1, {}, some[2]],
      ['tab.moveRight', 3, {}, some[2]],
    ] as const
  ).map(
    ([id, place, args, url]): Case => ({
      id,
      async check(run) {
        forgetTabs()
        nine()
        await run({ ...args })
        expect(open().indexOf(url ?? '')).toBe(place)
        expect(open().toSorted()).toEqual(some.toSorted())
        expect(here()).toBe(some[2])
      },
    }),
  ),
  {
    id: 'tab.split',
    async check(run) {
      forgetTabs()
      nine()
      await run({ url: '/unit' })
      expect(store.get(splitAtom)?.sides).toEqual([some[2], '/unit'])
      await run()
      expect(store.get(splitAtom)).toBeNull()
    },
  },
  {
    id: 'notifications.clear',
    async check(run) {
      for (const text of ['一', '二']) notify({ kind: 'error', text })
      await run()
      expect(store.get(notificationsAtom)).toEqual([])
    },
  },
  {
    id: 'notices.read',
    async check(run) {
      const notice = { title: '停水', content: '明早八点', notifyType: 'NOTICE', targetType: 'ALL' }
      const ids = [
        (await at.ok<Stored>('notify.save', { row: notice })).id,
        (await at.ok<Stored>('notify.save', { row: notice })).id,
      ]
      await at.ok('notify.publish', { ids })
      await loadNotices()
      const before = store.get(unreadNoticesAtom)
      await run({ ids: ids.slice(0, 1) })
      expect(store.get(unreadNoticesAtom)).toBe(before - 1)
      await run()
      expect(store.get(unreadNoticesAtom)).toBe(0)
    },
  },
  {
    id: 'tab.reopen',
    async check(run) {
      nine()
      navigate('/unit')
      await at.ok('tab.close')
      expect(open()).not.toContain('/unit')
      await run()
      expect(here()).toBe('/unit')
    },
  },
  ...some.map((url, index) => tab(String(index + 1), {}, url)),
]

function recordCases(at: Scripted): readonly Case[] {
  const drafts = () => [...store.get(draftsOf('brand')).values()]
  let codes = 0
  const brand = () => {
    codes += 1
    return { code: `BC${codes}`, name: `牌${codes}`, status: 'ENABLED' }
  }
  const stored = () => at.ok<Stored>('brand.save', { row: brand() })
  const begun = async () => {
    const row = brand()
    await at.ok('brand.new', { values: row })
    return row
  }
  const found = async ({ code }: { code: string }) =>
    (await at.ok<{ rows: readonly Stored[] }>('brand.list', { where: [{ field: 'code', op: 'eq', value: code }] })).rows
  return [
    {
      id: 'record.new',
      async check(run) {
        navigate('/brand')
        await run()
        expect(drafts()).toMatchObject([{ base: null }])
      },
    },
    {
      id: 'record.save',
      async check(run) {
        const row = await begun()
        await run()
        expect(await found(row)).toMatchObject([row])
        expect(drafts()).toEqual([])
      },
    },
    {
      id: 'record.saveNew',
      async check(run) {
        const row = await begun()
        await run()
        expect(await found(row)).toMatchObject([row])
        expect(drafts()).toMatchObject([{ base: null, patch: expect.not.objectContaining({ code: row.code }) }])
      },
    },
    {
      id: 'record.submit',
      async check(run) {
        // Where nothing is posted, going on means saving.
        const row = await begun()
        await run()
        expect(await found(row)).toMatchObject([row])
      },
    },
    {
      id: 'record.nextStep',
      async check(run) {
        const row = { id: 1, qualityStatus: 'RELEASED', itemType: 'PRODUCT' }
        navigate('/stocklot')
        setContext({ selection: { entity: 'stocklot', ids: [1], rows: [row] } })
        await run()
        expect(store.get(locationAtom)).toBe('/productsaleout/new?lines.lotId=1')
        setContext({ selection: null })
      },
    },
    {
      id: 'record.copy',
      async check(run) {
        const { id, name } = await stored()
        navigate(`/brand/${id}`)
        await run()
        expect(drafts()).toMatchObject([{ base: null }])
        // A name belongs to one brand alone.
        expect(drafts()[0]?.patch.name).not.toBe(name)
      },
    },
    {
      id: 'record.delete',
      async check(run) {
        const { id } = await stored()
        navigate(`/brand/${id}`)
        await run()
        expect(await at.row('brand', id)).toMatchObject({ isDeleted: true })
      },
    },
    {
      id: 'record.export',
      async check(run) {
        navigate('/brand')
        const { blob } = await run<{ blob: Blob }>()
        expect(blob.size).toBeGreaterThan(1000)
      },
    },
    {
      id: 'command.undo',
      async check(run) {
        const row = await begun()
        await at.ok('brand.save')
        expect(await found(row)).toHaveLength(1)
        await run()
        expect(await found(row)).toEqual([])
      },
    },
    {
      id: 'command.repeat',
      async check(run) {
        await at.ok('navigate.unit')
        navigate('/brand')
        await run()
        expect(here()).toBe('/unit')
      },
    },
  ]
}

function sessionCases(plant: PlantServer): readonly Case[] {
  return [
    {
      id: 'session.signOut',
      async check(run) {
        const token = store.get(sessionAtom)?.accessToken ?? ''
        expect((await plant.server.call('GET', 'SystemSetting/AuthMenuList', {}, token)).http).toBe(200)
        await run()
        expect(store.get(sessionAtom)).toBeNull()
        expect((await plant.server.call('GET', 'SystemSetting/AuthMenuList', {}, token)).http).toBe(401)
        await signIn('admin', plant.server.password)
        await loadMenu()
      },
    },
  ]
}

/** Everything that is done without a screen and is no page's own. */
export function clientCases(plant: PlantServer, at: Scripted): readonly Case[] {
  return [
    ...goCases,
    ...warehouseCases,
    ...browseCases,
    ...shippedCases,
    ...localeCases,
    ...tabCases(at),
    ...recordCases(at),
    ...sessionCases(plant),
  ]
}
