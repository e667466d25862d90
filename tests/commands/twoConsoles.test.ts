/** Two consoles in one process, each on a server of its own, side by side. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { commands, registerCommands } from '../../src/commands/core/registry.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { lastResultsAtom } from '../../src/commands/gate/resultLog.ts'
import { recordingsAtom, startRecording } from '../../src/commands/recorder/recording.ts'
import { lotline } from '../../src/commands/script.ts'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { allDraftsAtom, changeDrafts } from '../../src/data/drafts/draftStore.ts'
import { errorsAtom } from '../../src/data/errors.ts'
import { localeAtom } from '../../src/data/language.ts'
import { locationAtom } from '../../src/data/location.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { signOut } from '../../src/data/session/session.ts'
import { store, withOwnStore } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

interface Own {
  readonly console: Console
  /** Runs something in this console. */
  inside<T>(run: () => T): T
}

async function ownConsole(): Promise<Own> {
  return withOwnStore(async () => {
    const inside = AsyncLocalStorage.snapshot()
    return { console: await startConsole(), inside: run => inside(run) }
  })
}

const unsaved = {
  entity: 'brand',
  base: null,
  patch: { name: '甲' },
  state: 'dirty',
  fieldErrors: {},
  message: '',
} as const

let [first, second] = [] as unknown as [Own, Own]

beforeAll(async () => {
  ;[first, second] = await Promise.all([ownConsole(), ownConsole()])
})
afterAll(() => Promise.all([first, second].map(({ console, inside }) => inside(() => console.close()))))

const codes = async () => {
  const { data } = (await lotline.run('brand.list', { sort: [['code', 'asc']] })) as {
    readonly data: { readonly rows: readonly Values[] }
  }
  return data.rows.map(({ code }) => code)
}

const saved = async (code: string) => {
  const { status } = await execute('brand.save', { row: { code, name: code } }, { surface: 'button' })
  return status
}

test('what is saved in both at once is in the books of each alone', async () => {
  for (const at of [1, 2, 3]) {
    // One command at a time in each: a second press would be dropped.
    const outcomes = await Promise.all([first.inside(() => saved(`A${at}`)), second.inside(() => saved(`B${at}`))])
    expect(outcomes).toEqual(['ok', 'ok'])
  }
  expect(await first.inside(codes)).toEqual(['A1', 'A2', 'A3'])
  expect(await second.inside(codes)).toEqual(['B1', 'B2', 'B3'])
})

test('language, address, recordings, drafts, results and notices are of one console', async () => {
  await first.inside(async () => {
    await lotline.run('locale.en-US')
    await lotline.run('navigate.brand')
    startRecording()
    changeDrafts('brand', [['new', { ...unsaved, id: 'new' }]])
    await saved('A4')
  })
  const seen = () => ({
    locale: store.get(localeAtom),
    address: store.get(locationAtom),
    recordings: store.get(recordingsAtom).length,
    drafts: store.get(allDraftsAtom).length,
    said: store.get(notificationsAtom).map(({ text }) => text),
  })
  const [here, there] = [first.inside(seen), second.inside(seen)]
  expect(here).toMatchObject({ locale: 'en-US', address: '/brand', recordings: 1, drafts: 1 })
  expect(there).toMatchObject({ locale: 'zh-CN', address: '/', recordings: 0, drafts: 0 })
  expect(here.said).not.toEqual(there.said)
  expect(second.inside(() => store.get(lastResultsAtom).filter(({ id }) => id === 'navigate.brand'))).toEqual([])
})

test('a command that is registered in one is none in the other', () => {
  const ids = () => commands().map(({ id }) => id)
  const before = second.inside(ids)
  first.inside(() =>
    registerCommands('test', [
      {
        id: 'test.own',
        title: 'brand',
        group: 'group.app',
        permission: 'session',
        risk: 'read',
        run: async () => ({ status: 'ok' }),
      },
    ]),
  )
  expect(first.inside(ids)).toContain('test.own')
  expect(second.inside(ids)).toEqual(before)
})

test('who signs out in one stays signed in in the other', async () => {
  await first.inside(() => signOut())
  expect(first.inside(() => store.get(sessionAtom))).toBeNull()
  expect(await second.inside(codes)).toEqual(['B1', 'B2', 'B3'])
})

test('the process itself has none of it', () => {
  expect(store.get(sessionAtom)).toBeNull()
  expect(commands()).toEqual([])
  expect(store.get(lastResultsAtom)).toEqual([])
  expect(store.get(errorsAtom)).toEqual([])
})
