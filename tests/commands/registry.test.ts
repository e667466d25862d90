import { afterEach, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { pages } from '#contract/pages.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { byHandler, type Command } from '../../src/commands/core/command.ts'
import {
  canPerform,
  findCommand,
  handlerOf,
  registerCommands,
  registerHandler,
  subscribe,
} from '../../src/commands/core/registry.ts'
import { goToKeys, withoutGoToKey } from '../../src/commands/keys/goToKeys.ts'
import { allCommands } from './allCommands.ts'

const removals: (() => void)[] = []
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
})

const plain = (id: string): Command => ({
  id,
  title: id,
  group: 'group.app',
  permission: 'public',
  risk: 'read',
  run: byHandler,
})

test('every command has an id of its own and a title in every language', () => {
  const ids = allCommands.map(command => command.id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const locale of locales) {
    const keys = allCommands.flatMap(({ title, group, aliases = [], values = {} }) => [
      title,
      group,
      ...aliases,
      ...Object.values(values).map(key => key.replace(/^plural\./, '')),
    ])
    expect([...new Set(keys)].filter(key => !(key in shipped[locale]))).toEqual([])
  }
})

test('what fills a title has a brace in it', () => {
  for (const command of allCommands) {
    for (const name of Object.keys(command.values ?? {})) {
      if (command.title !== 'command.action') expect(shipped['zh-CN'][command.title]).toContain(`{${name}}`)
    }
  }
})

test('every page can be reached, and every button of it has a command', () => {
  const buttons = new Set(
    allCommands.flatMap(({ permission, orPermission }) =>
      [permission, orPermission].flatMap(one =>
        typeof one === 'object' && one.button ? [one.menu].flat().map(menu => `${menu}.${one.button}`) : [],
      ),
    ),
  )
  for (const page of pages) {
    expect(allCommands.some(command => command.id === `navigate.${page.name}`)).toBe(true)
    for (const button of page.buttons) expect(buttons).toContain(`${page.name}.${button}`)
  }
})

test('every declared action and every beginning is a command', () => {
  const ids = new Set(allCommands.map(command => command.id))
  for (const entity of Object.values<Entity>(entities).filter(hasPage)) {
    const declared = [...Object.keys(entity.actions), ...Object.keys(entity.createsFrom ?? {})]
    for (const name of declared) expect(ids).toContain(`${entity.name}.${name}`)
  }
})

test('the letters behind g are each given once', () => {
  const letters = Object.values(goToKeys)
  expect(new Set(letters).size).toBe(letters.length)
  for (const { name } of pages) expect([name, name in goToKeys]).toEqual([name, !withoutGoToKey.includes(name)])
})

test('a command registered twice is refused, a source may give its commands anew', () => {
  removals.push(registerCommands('one', [plain('a.b')]))
  expect(() => registerCommands('two', [plain('a.b')])).toThrow('a.b')
  const again = plain('a.b')
  removals.push(registerCommands('one', [again, plain('a.c')]))
  expect(findCommand('a.b')).toBe(again)
})

test('taking a source away takes its commands away and says so', () => {
  let calls = 0
  removals.push(subscribe(() => calls++))
  const remove = registerCommands('one', [plain('a.b')])
  remove()
  expect(findCommand('a.b')).toBeUndefined()
  expect(calls).toBe(2)
})

test('the last handler that is enabled performs a built-in', () => {
  const command = plain('a.b')
  removals.push(registerCommands('one', [command]))
  expect(canPerform(command)).toBe(false)
  let isEnabled = false
  const first = { run: () => {} }
  const second = { run: () => {}, enabled: () => isEnabled }
  removals.push(registerHandler('a.b', first), registerHandler('a.b', second))
  expect(handlerOf('a.b')).toBe(first)
  isEnabled = true
  expect(handlerOf('a.b')).toBe(second)
  expect(canPerform(command)).toBe(true)
})
