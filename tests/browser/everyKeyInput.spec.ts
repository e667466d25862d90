/** Keys that are no commands: input methods, AltGr, held and stuck keys. */
import { expect } from '@playwright/test'
import { keyOf, type Modifier, pressOf } from '../support/keyEvents.ts'
import { american, german, type Layout, layouts } from '../support/keyLayouts.ts'
import { sampled } from '../support/soak.ts'
import { type Around, comeInto, strangeIn, strike } from './everyKeyActions.ts'
import { asked, isIntended, isOfWindow, keys } from './everyKeyBindings.ts'
import { arounds } from './everyKeyContexts.ts'
import { onMac, signIn, test } from './everyKeyPlant.ts'
import { maxWaitMs, type Probed, probed } from './everyKeyProbe.ts'

test.use({ trace: 'off', screenshot: 'off' })

function around(name: string): Around {
  const found = arounds.find(one => one.name === name)
  if (!found) throw new Error(`there is no situation ${name}`)
  return found
}

const aPage = around('a page')
const aField = around('the search field of a list')
const aCell = around('a cell that is typed into')

/** Keys that the console may take. */
const ours = keys.filter(key => !isOfWindow(key))

test('while a word is composed no key is a command, neither in a field nor in a cell', async ({ page, keysUrl }) => {
  test.setTimeout(300_000)
  const it = await probed(page, asked)
  await signIn(it, keysUrl)
  const fieldErrors: string[] = []
  const look = async (where: string, stroke: string) => {
    const { ran, arrived, composing } = await it.seen([])
    if (!composing) fieldErrors.push(`${where}: ${stroke} was not pressed while composing`)
    if (!arrived || ran.length > 0)
      fieldErrors.push(`${where}: ${stroke} was taken and ran ${ran.join(', ') || 'nothing'}`)
  }
  for (const where of [aField, aCell]) {
    await comeInto(it, where, keysUrl)
    for (const { stroke, press } of sampled(3, ours, where === aCell ? 1 : 0)) {
      // Untaken keys keep the browser's default: Tab moves on.
      if (strangeIn(where, await it.situation()).length > 0) await comeInto(it, where, keysUrl)
      for (const taken of ['wholly', 'quietly'] as const) {
        await it.keys.compose('ni')
        await it.keys.press(press, { taken })
        await look(where.name, stroke)
      }
    }
    await it.keys.commit('你')
  }
  // Outside editors the input method still takes the key and reports it.
  await comeInto(it, aPage, keysUrl)
  for (const { stroke, press } of sampled(3, ours, 2)) {
    await it.keys.press(press, { taken: 'wholly' })
    await look(aPage.name, stroke)
  }
  expect(fieldErrors).toEqual([])
})

test('what AltGr writes is no command, whatever else the key is bound to', async ({ page, keysUrl }) => {
  test.setTimeout(300_000)
  const it = await probed(page, asked)
  await signIn(it, keysUrl)
  const fieldErrors: string[] = []
  const written = ['KeyQ', 'KeyE', 'KeyM', 'Digit7', 'Digit8', 'Digit9', 'Digit0', 'Minus', 'BracketRight']
  const ways: readonly (readonly Modifier[])[] = [['altGraph'], ['ctrl', 'alt', 'altGraph']]
  for (const [turn, where] of [aPage, aField, aCell].entries()) {
    await comeInto(it, where, keysUrl)
    for (const held of ways)
      for (const code of written) {
        await it.make({ code, held }, {}, german)
        const { ran, arrived } = await it.seen([])
        if (!arrived || ran.length > 0) fieldErrors.push(`${where.name}: AltGr with ${code} ran ${ran.join(', ')}`)
      }
    for (const { stroke, press } of sampled(3, keys, turn)) {
      await it.make({ ...press, held: [...press.held, 'altGraph'] }, { key: keyOf(american, press) })
      const { ran, arrived } = await it.seen([])
      if (!arrived || ran.length > 0) fieldErrors.push(`${where.name}: AltGr with ${stroke} ran ${ran.join(', ')}`)
    }
  }
  expect(fieldErrors).toEqual([])
})

/** Keys as the key sheet shows them, and the commands they must run. */
const read: readonly (readonly [stroke: string, command: string])[] = [
  ['mod+k', 'palette.open'],
  ['mod+/', 'keys.sheet'],
  ['?', 'keys.sheet'],
  ['/', 'list.search'],
  ['alt+r', 'list.refresh'],
  ['alt+1', 'tab.1'],
  ['alt+]', 'tab.next'],
]

/** Some keys of each keyboard in turn: `tests/commands/layouts.test.ts` decides all. */
async function readOn(it: Probed, layout: Layout, keysUrl: string, turn: number): Promise<readonly string[]> {
  const fieldErrors: string[] = []
  for (const [stroke, command] of sampled(3, read, turn)) {
    const press = pressOf(layout, stroke)
    if (!press) continue
    await comeInto(it, aPage, keysUrl)
    await it.keys.press(press, { layout })
    const { ran } = await it.seen([command], maxWaitMs, false)
    if (ran.length !== 1 || ran[0] !== command)
      fieldErrors.push(`${layout.name}: ${stroke} ran ${ran.join(', ') || 'nothing'}`)
  }
  return fieldErrors
}

test('what the key sheet says works on the keyboards of other countries', async ({ page, keysUrl }) => {
  test.setTimeout(180_000)
  const it = await probed(page, asked)
  await signIn(it, keysUrl)
  const fieldErrors: string[] = []
  for (const [turn, layout] of layouts.filter(({ os }) => os === 'other').entries())
    fieldErrors.push(...(await readOn(it, layout, keysUrl, turn)))
  expect(fieldErrors).toEqual([])
})

test('what the key sheet says works on a Mac, where Option writes other characters', async ({ page, keysUrl }) => {
  test.setTimeout(120_000)
  await onMac(page)
  const it = await probed(page, asked)
  await signIn(it, keysUrl)
  const fieldErrors: string[] = []
  for (const [turn, layout] of layouts.filter(({ os }) => os === 'mac').entries())
    fieldErrors.push(...(await readOn(it, layout, keysUrl, turn)))
  expect(fieldErrors).toEqual([])
})

test('a key that is held runs its command once, unless it is one that goes on', async ({ page, keysUrl }) => {
  test.setTimeout(300_000)
  const it = await probed(page, asked)
  await signIn(it, keysUrl)
  const inList = around('a list that is only read')
  const fieldErrors: string[] = []
  for (const { stroke, press, bound } of sampled(3, ours)) {
    const isGone = strangeIn(inList, await it.situation()).length > 0
    if (isGone || bound.some(({ command }) => /^(record|command|tab)\./.test(command)))
      await comeInto(it, inList, keysUrl)
    await it.keys.down(press)
    for (let times = 0; times < 3; times += 1) await it.keys.down(press, { autoRepeat: true })
    await it.keys.up(press)
    const { ran } = await it.seen([])
    const goesOn = new Set(bound.filter(({ repeat }) => repeat).map(({ command }) => command))
    const often = ran.filter((id, index) => ran.indexOf(id) !== index && ![...goesOn].some(one => isIntended(id, one)))
    if (often.length > 0) fieldErrors.push(`${stroke} ran ${ran.join(', ')}`)
  }
  // The last ones began a sequence: it is given up.
  await strike(it, 'escape')
  await comeInto(it, inList, keysUrl)
  await it.keys.down({ code: 'ArrowDown', held: [] })
  for (let times = 0; times < 3; times += 1) await it.keys.down({ code: 'ArrowDown', held: [] }, { autoRepeat: true })
  await it.keys.up({ code: 'ArrowDown', held: [] })
  const moves = async () => (await it.seen([])).ran
  await expect.poll(moves).toEqual(['grid.down', 'grid.down', 'grid.down', 'grid.down'])
  expect(fieldErrors).toEqual([])
})

test('nothing sticks: a key that was never let go counts no more once the window was left', async ({
  page,
  keysUrl,
}) => {
  const it = await probed(page, asked)
  await signIn(it, keysUrl)
  const leave = () =>
    page.evaluate(() => {
      for (const name of ['blur', 'focus']) dispatchEvent(new Event(name))
    })
  await comeInto(it, aPage, keysUrl)
  // Alt+Tab: the Alt goes down here and up elsewhere.
  for (const key of ['Alt', 'Control', 'Shift', 'Meta']) {
    await page.keyboard.down(key)
    await leave()
    await strike(it, '/')
    expect((await it.seen(['list.search'])).ran, `after ${key} was not let go`).toEqual(['list.search'])
    await page.keyboard.up(key)
    await comeInto(it, aPage, keysUrl)
  }
  // A sequence that was begun is given up.
  await strike(it, 'g')
  await leave()
  await strike(it, 'h')
  expect(await it.seen([])).toMatchObject({ ran: [], arrived: true })
  // A letter whose keyup was lost in a dialog of the browser.
  const k = pressOf(american, 'mod+k')
  if (!k) throw new Error('no key for mod+k')
  await it.keys.down(k)
  expect((await it.seen(['palette.open'])).ran).toEqual(['palette.open'])
  await leave()
  await comeInto(it, aPage, keysUrl)
  await strike(it, 'mod+k')
  expect((await it.seen(['palette.open'])).ran).toEqual(['palette.open'])
})
