/** Words of the dialogs: fields have labels, buttons a verb and the number of rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#contract/messages/locales.ts'
import { acceptLabel } from '../../src/commands/gate/question.ts'
import { loadOtherLanguages, switchLocale, text } from '../../src/data/language.ts'
import { argumentPrefix } from '../../src/shell/dialogs/argumentTitles.ts'
import { headlessCommands } from '../commands/fullMenu.ts'

beforeAll(loadOtherLanguages)
afterAll(() => switchLocale('zh-CN'))

const asking = headlessCommands.flatMap(command => (command.arguments ? [{ command, fields: command.arguments }] : []))

test('a destructive command with fields requires one: Enter in an empty form destroys nothing', () => {
  const open = headlessCommands.filter(
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
    const odd = headlessCommands
      .filter(({ confirm, arguments: fields }) => confirm || fields)
      .map(command => ({
        id: command.id,
        label: acceptLabel(command, { ids: [1] }),
        entity: command.values?.action ? undefined : command.values?.entity,
      }))
      .filter(
        ({ label, entity }) => /^$|[{}]|[:：]|^[a-z]+\.\w+/.test(label) || (entity && label.endsWith(text(entity))),
      )
    expect(odd).toEqual([])
  })

  test('several rows are counted', () => {
    const hold = headlessCommands.find(({ id }) => id === 'stocklot.hold')
    expect(hold && acceptLabel(hold, { ids: [1, 2, 3] })).toMatch(/ 3/)
    expect(hold && acceptLabel(hold, { ids: [1] })).not.toMatch(/\d/)
  })
})
