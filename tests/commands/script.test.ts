import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { askedIn, followLinks, linkTo } from '../../src/commands/builtins/links.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerArguments, answerConfirmation, argumentAtom, confirmationAtom } from '../../src/commands/gate/prompts.ts'
import type { ScriptEvents } from '../../src/commands/script/scriptEvents.ts'
import { type Lotline, lotline } from '../../src/commands/script.ts'
import { errorsAtom } from '../../src/data/errors.ts'
import { locationAtom, navigate } from '../../src/data/location.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn, signOut } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
let stopFollowing: () => void
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
  stopFollowing = followLinks()
})
afterAll(async () => {
  stopFollowing()
  await console_.close()
})

/** What a script is told while something happens. */
async function eventsOf<E extends keyof ScriptEvents>(event: E, happens: () => Promise<unknown>) {
  const reported: ScriptEvents[E][] = []
  const end = lotline.on(event, what => reported.push(what))
  await happens()
  end()
  return reported
}

async function newBrand(code: string): Promise<number> {
  const result = await lotline.run('brand.save', { row: { code, name: `${code}名` } })
  return (result as { data: { id: number } }).data.id
}

const lastSaid = () => store.get(notificationsAtom).at(-1)
const address = () => store.get(locationAtom)

describe('a script that listens', () => {
  test('is told of every command once, by whatever surface, and of no password', async () => {
    const reported = await eventsOf('command', async () => {
      await lotline.run('navigate.brand')
      // The general verb delegates to the page's own: one recorded step.
      await execute('record.save', {}, { surface: 'shortcut' })
      await lotline.run('password.unlock', { password: console_.server.password })
      await lotline.run('nothing.known', { password: 'a' })
    })
    expect(reported.map(({ id, surface, args, result }) => [id, surface, args, result.status])).toEqual([
      ['navigate.brand', 'script', {}, 'ok'],
      ['brand.save', 'shortcut', {}, 'ok'],
      ['password.unlock', 'script', {}, 'ok'],
      ['nothing.known', 'script', {}, 'denied'],
    ])
  })

  test('is told of the context and of requests while they change, and of nothing afterwards', async () => {
    const contexts = await eventsOf('context', () => lotline.run('navigate.unit'))
    expect(contexts.at(-1)).toMatchObject({ page: 'unit' })
    const requests = await eventsOf('request', () => lotline.run('brand.load', { id: 999_999 }))
    expect(requests).toEqual([
      { path: 'template/edit/brand', state: 'processing' },
      { path: 'template/edit/brand', state: 'failed' },
    ])
    await lotline.run('navigate.brand')
    expect(contexts.at(-1)).toMatchObject({ page: 'unit' })
  })

  test('disturbs nobody when it throws, and is told when there is no such event', async () => {
    const end = lotline.on('command', () => {
      throw new Error('listener')
    })
    expect(await lotline.run('navigate.brand')).toMatchObject({ status: 'ok' })
    end()
    expect(store.get(errorsAtom)[0]).toMatchObject({ message: 'listener' })
    const anything: { on(event: string, reported: () => void): () => void } = lotline as Lotline & typeof anything
    expect(() => anything.on('commands', () => {})).toThrow('command, context, request')
  })
})

describe('the list of commands', () => {
  const shapeOf = (id: string) => lotline.list({ prefix: id }).find(each => each.id === id)?.arguments

  test('says which rows a command takes, what is asked with them, and that nothing else is taken', () => {
    expect(shapeOf('stocklot.hold')).toMatchObject({
      type: 'object',
      properties: {
        ids: { type: 'array', items: { type: 'integer' }, description: 'ids of stocklot' },
        reason: { type: 'string', title: expect.any(String) },
      },
      additionalProperties: false,
    })
    expect(shapeOf('brand.edit')).toMatchObject({ properties: { ids: { maxItems: 1 } } })
  })

  test('says what a row holds that is saved, its lines included', () => {
    expect(shapeOf('materialstorein.save')).toMatchObject({
      properties: {
        row: { properties: { supplyId: { type: 'integer', description: 'id of supply' }, lines: { type: 'array' } } },
        rows: { type: 'array', items: { type: 'object' } },
        submit: { type: 'boolean' },
      },
    })
  })

  test('describes every argument that any command takes', () => {
    const empty = lotline.list().flatMap(({ id, arguments: shape }) => {
      const properties = Object.entries(shape.properties as Record<string, object>)
      return properties.filter(([, each]) => Object.keys(each).length === 0).map(([name]) => `${id} ${name}`)
    })
    expect(empty).toEqual([])
  })
})

describe('a link', () => {
  test('says a command with its rows and arguments, and leaves out what it may not carry', () => {
    const link = linkTo({ id: 'stocklot.hold', args: { ids: [12], reason: '异味 & <b>' } })
    expect(askedIn(link)).toEqual({ id: 'stocklot.hold', args: { ids: [12], reason: '异味 & <b>' } })
    expect(linkTo({ id: 'user.save', args: { row: { password: 'a' }, ids: [1] } })).toBe('/?cmd=user.save')
    expect(askedIn(linkTo({ id: 'brand.new', args: { values: { code: 'X' } } }))?.args).toEqual({
      values: { code: 'X' },
    })
  })

  test('is read from any address without harm', () => {
    expect(askedIn('/brand?cmd=brand.delete')).toBeNull()
    expect(askedIn('/?q=1')).toBeNull()
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, args) => {
        const asked = askedIn(`/?${new URLSearchParams({ cmd: id, args })}`)
        expect(asked?.id).toBe(id)
        expect(asked?.args === null || typeof asked?.args === 'object').toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string(), rest => {
        askedIn(`/?cmd=${rest}`)
      }),
    )
  })

  test('that reads is followed at once, and the address is clean', async () => {
    navigate('/?cmd=navigate.unit')
    await expect.poll(address).toBe('/unit')
  })

  test('that writes shows its row and asks, whoever made it', async () => {
    const id = await newBrand('K1')
    navigate(linkTo({ id: 'brand.delete', args: { ids: [id] } }))
    await expect.poll(() => store.get(confirmationAtom)).toMatchObject({ command: { id: 'brand.delete' } })
    expect(address()).toBe(`/brand?id=${id}`)
    answerConfirmation(null)
    await lotline.idle()
    expect(await lotline.run('brand.load', { id })).toMatchObject({ status: 'ok' })
  })

  test('that lacks something asks for it', async () => {
    navigate(linkTo({ id: 'stocklot.hold', args: { ids: [12] } }))
    await expect.poll(() => store.get(argumentAtom)).toMatchObject({ command: { id: 'stocklot.hold' } })
    expect(address()).toMatch(/^\/stocklot/)
    answerArguments(null)
    await lotline.idle()
  })

  test.each<[string, Values, string]>([
    ['dealer.edit', { ids: [1], values: { name: '改' } }, 'values'],
    ['brand.save', { rows: [{ code: 'Z', name: 'Z' }] }, 'rows'],
    ['brand.import', { text: 'code,name\nZ,Z' }, 'text'],
    ['stocklot.hold', { ids: [1], reason: 7 }, 'reason'],
    ['brand.delete', { constructor: 1 }, 'constructor'],
    ['command.undo', {}, 'command.undo'],
    ['password.unlock', { password: 'a' }, 'password.unlock'],
  ])('to %s with %j is refused by name', async (id, args, named) => {
    navigate(`/?${new URLSearchParams({ cmd: id, args: JSON.stringify(args) })}`)
    await expect.poll(() => lastSaid()?.details).toContain(named)
    expect([store.get(confirmationAtom), store.get(argumentAtom)]).toEqual([null, null])
    expect(address()).toBe('/')
  })

  test('that somebody may not follow is refused', async () => {
    await console_.signInWith(['brand'])
    navigate('/?cmd=unit.delete&args={"ids":[1]}')
    await expect.poll(() => lastSaid()?.text).toBe('您没有此操作的权限')
    expect([store.get(confirmationAtom), store.get(argumentAtom)]).toEqual([null, null])
  })

  test('waits until somebody is signed in', async () => {
    await signOut()
    navigate('/?cmd=navigate.brand')
    expect(address()).toBe('/')
    await signIn('admin', console_.server.password)
    await loadMenu()
    followLinks()()
    await expect.poll(address).toBe('/brand')
  })
})
