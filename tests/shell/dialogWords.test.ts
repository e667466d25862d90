/** Words of the dialogs: fields have labels, buttons a verb and the number of rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#contract/messages/locales.ts'
import { commands as registered } from '../../src/commands/core/registry.ts'
import { acceptLabel, dialogTitle } from '../../src/commands/gate/question.ts'
import { loadOtherLanguages, switchLocale, text } from '../../src/data/language.ts'
import { argumentPrefix } from '../../src/shell/dialogs/argumentTitles.ts'
import { registerViewCommands } from '../../src/tables/views/viewCommands.ts'
import { allCommands } from '../commands/allCommands.ts'

registerViewCommands()
const commands = [...new Set([...allCommands, ...registered()])]

beforeAll(loadOtherLanguages)
afterAll(() => switchLocale('zh-CN'))

const asking = commands.flatMap(command => (command.arguments ? [{ command, fields: command.arguments }] : []))

test('a destructive command with fields requires one: Enter in an empty form destroys nothing', () => {
  const open = commands.filter(
    ({ risk, arguments: fields }) => risk === 'destructive' && fields && !Object.values(fields).some(it => it.required),
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

describe.each(locales)('in %s', locale => {
  beforeAll(() => switchLocale(locale))

  test('no field of a question is labelled by its key', () => {
    const unlabelled = asking.flatMap(({ command, fields }) =>
      Object.keys(fields)
        .map(name => `${argumentPrefix({ command, fields })}.${name}`)
        .filter(key => text(key) === key),
    )
    expect(unlabelled).toEqual([])
  })

  test('every button that accepts names a verb, without a key and without its object', () => {
    const odd = commands
      .filter(({ confirm, arguments: fields }) => confirm || fields)
      .map(command => ({
        id: command.id,
        label: acceptLabel(command, { ids: [1] }),
        entity: command.values?.action ? undefined : command.values?.entity,
      }))
      .filter(
        ({ label, entity }) => /^$|[{}]|[:：…]|^[a-z]+\.\w+/.test(label) || (entity && label.endsWith(text(entity))),
      )
    expect(odd).toEqual([])
  })

  test('no title of a dialog ends as if more opened, and a view is simply opened', () => {
    expect(commands.filter(command => dialogTitle(command).includes('…'))).toEqual([])
    const open = commands.find(({ id }) => id === 'view.open')
    expect(open && acceptLabel(open, {})).toBe({ 'zh-CN': '打开', 'zh-TW': '開啟', 'en-US': 'Open' }[locale])
  })

  test('several rows are counted', () => {
    const hold = commands.find(({ id }) => id === 'stocklot.hold')
    expect(hold && acceptLabel(hold, { ids: [1, 2, 3] })).toMatch(/ 3/)
    expect(hold && acceptLabel(hold, { ids: [1] })).not.toMatch(/\d/)
  })
})
