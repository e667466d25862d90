/** Every default key of the registry, pressed with real events in every situation: it runs its command there and nowhere else. */
import { expect } from '@playwright/test'
import type { Bound } from '../../src/commands/keyResolution.ts'
import { type ContextKeys, matches } from '../../src/commands/when.ts'
import { asked, bindings, isMeant, isOfWindow, type Key, keys, namesOf } from './everyKeyBindings.ts'
import { arounds } from './everyKeyContexts.ts'
import { signIn, test } from './everyKeyPlant.ts'
import { longest, type Probed, probed, type Seen, type Situation } from './everyKeyProbe.ts'
import { type Around, comeInto, intoPage, runCommand, strangeIn, strike } from './everyKeyWays.ts'

// Thousands of presses: a trace of them would take longer than they do.
test.use({ trace: 'off', screenshot: 'off' })

/** What fell out differently than bound. */
function faultOf(key: Key, holding: readonly Bound[], seen: Seen): string | null {
  const could = holding.filter(({ command }) => seen.performable.includes(command))
  const whole = could.filter(({ strokes }) => strokes.length === 1)
  const meant = whole.map(({ command }) => command)
  const said = `${key.stroke} (${[...new Set(key.bound.map(({ command }) => command))].slice(0, 3).join(', ')})`
  const strangers = seen.ran.filter(ran => !meant.some(command => isMeant(ran, command)))
  if (strangers.length > 0) return `${said} ran ${strangers.join(', ')}`
  if (meant.length > 0 && seen.ran.length === 0 && !(seen.arrived && seen.handled)) return `${said} did not run`
  if (could.length > 0 && meant.length === 0 && seen.arrived) return `${said} did not begin a sequence`
  if (could.length === 0 && !seen.arrived) return `${said} was taken, although nothing holds`
  return null
}

interface Report {
  readonly faults: string[]
  readonly ran: Set<Bound>
}

const isAbout =
  ({ about }: Around) =>
  ({ command }: Bound) =>
    about === undefined || about.includes(command)

const isSingle = ({ strokes }: Bound) => strokes.length === 1

/** Presses the rest of a sequence that has begun. */
async function goOn(it: Probed, where: string, bound: Bound, report: Report): Promise<void> {
  await strike(it, ...bound.strokes.slice(1))
  const { ran } = await it.seen(namesOf([bound]), longest, false)
  report.ran.add(bound)
  if (ran.length !== 1 || !isMeant(ran[0] ?? '', bound.command))
    report.faults.push(`${where}: ${bound.strokes.join(' ')} (${bound.command}) ran ${ran.join(', ') || 'nothing'}`)
}

/** Presses a key and looks at what came of it. Answers whether the page was in the situation, and whether it still is. */
async function pressOne(it: Probed, around: Around, key: Key, report: Report) {
  const inside = (now: Situation) => ({ ...now, ...around.keys }) as unknown as ContextKeys
  // What is not said by the situation may change from key to key: the page says it as the key is pressed.
  const maybe = key.bound.filter(isSingle)
  await (isOfWindow(key) ? it.make(key.press) : it.keys.press(key.press))
  const seen = await it.seen(namesOf(maybe))
  if (strangeIn(around, seen.before).length > 0) return { was: false, is: false, isDirty: true }
  const holding = key.bound.filter(({ when }) => matches(when, inside(seen.before)))
  const single = holding.filter(isSingle)
  let { ran, after } = seen
  // It asks first: the question is answered with no, and that is its result.
  for (
    let layers = 0;
    single.length > 0 && ran.length === 0 && after.overlay !== seen.before.overlay && layers < 3;
    layers += 1
  ) {
    await strike(it, 'escape')
    ;({ ran, after } = await it.seen(namesOf(single), 500))
  }
  ran = ran.filter(id => id !== around.waiting || single.some(({ command }) => command === id))
  const fault = faultOf(key, holding, { ...seen, ran })
  if (fault) report.faults.push(`${around.name}: ${fault}`)
  for (const bound of single) if (ran.some(id => isMeant(id, bound.command))) report.ran.add(bound)
  // Of the sequences that begin with it, the first that nobody has gone on with yet.
  const begun = holding.find(bound => !report.ran.has(bound)) ?? holding[0]
  const isBegun = !seen.arrived && single.length === 0 && begun !== undefined
  if (isBegun) await goOn(it, around.name, begun, report)
  // Enter may have led from one field to another, which the page does not tell apart.
  const is = !isBegun && key.press.code !== 'Enter' && strangeIn(around, after).length === 0
  return { was: true, is, isDirty: after.dirty === true }
}

/** Commands that do something to rows: before each of them nothing is left unsaved. */
const changes = (key: Key) => key.bound.some(({ command }) => /^(record|command)\./.test(command))

/** Every key in one situation. */
async function pressAll(it: Probed, around: Around, url: string, report: Report): Promise<void> {
  await comeInto(it, around, url)
  let last = { is: true, isDirty: false }
  for (const key of keys.filter(({ bound }) => bound.some(isAbout(around)))) {
    if (!last.is || (last.isDirty && changes(key))) await comeInto(it, around, url)
    let pressed = await pressOne(it, around, key, report)
    if (!pressed.was) {
      // Something of the key before was still on its way: it is pressed once more.
      await comeInto(it, around, url)
      pressed = await pressOne(it, around, key, report)
    }
    expect(pressed.was, `${key.stroke} is pressed in ${around.name}`).toBe(true)
    last = pressed
  }
}

/** The sequences that were not gone on with in any situation: there are as many as pages. */
async function pressRest(it: Probed, report: Report): Promise<void> {
  const rest = bindings.filter(bound => !isSingle(bound) && !report.ran.has(bound))
  for (const [index, bound] of rest.entries()) {
    if (index % 12 === 0) await runCommand(it.page, 'tab.closeAll')
    await it.page.evaluate(() => window.lotline?.ready())
    await intoPage(it)
    await strike(it, bound.strokes[0] ?? '')
    await goOn(it, 'a page', bound, report)
  }
}

const isInside = ({ keys: said }: Around) => said.auth === 'in'

/** Saving what makes no sense is refused, and the browser writes a line for that. */
const isRefusal = (line: string) => /status of 4\d\d/.test(line)

test('every default key runs its command wherever it holds, and nothing where it does not', async ({
  page,
  keysUrl,
  noise,
}) => {
  test.setTimeout(1_800_000)
  const it = await probed(page, asked)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: keysUrl })
  await signIn(it, keysUrl)
  const report: Report = { faults: [], ran: new Set() }
  const [signedIn, signedOut] = [arounds.filter(isInside), arounds.filter(around => !isInside(around))]
  const press = (around: Around) => test.step(around.name, () => pressAll(it, around, keysUrl, report))
  for (const around of signedIn) await press(around)
  await test.step('every page', () => pressRest(it, report))
  for (const around of signedOut) await press(around)
  expect(report.faults).toEqual([])
  const never = bindings.filter(bound => !report.ran.has(bound))
  expect(never.map(({ strokes, command }) => `${strokes.join(' ')}: ${command}`)).toEqual([])
  expect(noise.filter(line => !isRefusal(line))).toEqual([])
  noise.length = 0
})
