/** Macros of others: nothing runs unseen, nothing takes a name that is in use. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAllowed, type Macro, macroIn } from '../../src/commands/macro/macro.ts'
import { registerMacros } from '../../src/commands/macro/macroCommands.ts'
import { stepsInWords } from '../../src/commands/macro/macroWords.ts'
import { lotline } from '../../src/commands/script.ts'
import { loadUserSettings } from '../../src/data/settings/userSettings.ts'
import { uuid } from '../../src/data/uuid.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
let end: () => void
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
  await loadUserSettings()
  end = registerMacros()
})
afterAll(() => {
  end()
  return console_.close()
})

const macroOfStep = (id: string, args: Readonly<Record<string, unknown>>) =>
  macroIn({ id: uuid(), name: 'M', steps: [{ id, args }], asked: [], row: null, from: '' }) as Macro

const saving = (args: Readonly<Record<string, unknown>>) => macroOfStep('materialstorein.save', args)

const take = (macro: unknown) => lotline.run('macro.take', { macro: JSON.stringify(macro) }, { confirm: 'accept' })

describe('rows of a macro', () => {
  test.each([
    { row: { id: 5, submit: true } },
    { rows: [{ id: 5 }, { id: 6, submit: true }] },
    { row: { id: 5, constructor: 1 } },
    { row: { id: 5, lines: [{ id: 1, submit: true }] } },
    { submit: true, row: { id: 5, submit: '' } },
    { row: [{ id: 5 }] },
    { rows: { id: 5 } },
  ])('hold fields and lines only: %j', async args => {
    expect(isAllowed(saving(args))).toBe(false)
    expect(await take(saving(args))).toMatchObject({ message: 'macro.reason.steps' })
  })

  test('may name their version, and what is posted is an argument', () => {
    expect(isAllowed(saving({ submit: true, row: { id: 5, rowVersion: 2, remark: '', lines: [] } }))).toBe(true)
  })

  test('are shown with what they clear, apart from the arguments', () => {
    const [cleared] = stepsInWords(saving({ remark: 'A', row: { id: 5, remark: null, lines: [] } }))
    expect(cleared?.match(/清空/g)).toHaveLength(2)
    expect(cleared).toMatch(/A.*清空/)
    expect(stepsInWords(saving({ submit: true, row: { id: 5 } }))[0]).toMatch(/提交: 是 · #5/)
    expect(stepsInWords(saving({ rows: [{ id: 5 }, { id: 6, lines: [] }] }))[0]).toMatch(/#5.*#6.*清空/)
  })

  test('are not asked for where no value can be', () => {
    const macro = { ...saving({ row: { id: 5, lines: [] } }), asked: ['0.lines'] }
    expect(stepsInWords(macro)[0]).toMatch(/清空/)
  })
})
