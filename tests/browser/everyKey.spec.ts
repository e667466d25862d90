/** Every default key of the registry, pressed with real events in every situation: it runs its command there and nowhere else. */
import type { Command } from '../../src/commands/command.ts'
import { type Bound, boundKeys } from '../../src/commands/keyResolution.ts'
import { type ContextKeys, matches } from '../../src/commands/when.ts'
import { registeredCommands } from '../support/defaultKeys.ts'
import { type Press, pressOf } from '../support/keyEvents.ts'
import { american } from '../support/keyLayouts.ts'
import { type Around, arounds, comeInto, strangeIn, strike } from './everyKeyContexts.ts'
import { type Probed, probed, type Seen, type Situation, signOf } from './everyKeyProbe.ts'
import { test as base, expect, startServer } from './server.ts'

/** A plant of its own: keys save, delete and copy. */
const test = base.extend<object, { keysUrl: string }>({
  keysUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const server = await startServer('plant')
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ trace: 'off', screenshot: 'off' })

const registered: readonly Command[] = registeredCommands()
const bindings = boundKeys(registered, 'other')

/** A key on the keyboard, and what is bound to it: some bindings are two ways of writing one key. */
interface Key {
  readonly stroke: string
  readonly press: Press
  readonly bound: readonly Bound[]
}

const keys: readonly Key[] = [
  ...Map.groupBy(bindings, bound =>
    signOf(pressOf(american, bound.strokes[0] ?? '') ?? { code: '', held: [] }),
  ).values(),
].map(bound => {
  const stroke = bound[0]?.strokes[0] ?? ''
  const press = pressOf(american, stroke)
  if (!press) throw new Error(`no key for ${stroke}`)
  return { stroke, press, bound }
})

/** The commands bound to each key; of those that begin alike with it a few will do. */
const asked = Object.fromEntries(
  keys.map(({ press, bound }) => [signOf(press), [...new Set(bound.map(({ command }) => command))].slice(0, 4)]),
)

/** What else may stand in the log for a command: a general verb hands on to the page's own command. */
const standsIn: Readonly<Record<string, readonly string[]>> = {
  'record.submit': ['record.save'],
  'record.saveNew': ['record.save', 'record.new'],
  'grid.goToRecord': ['palette.open'],
  'selection.actions': ['palette.open'],
}

function isMeant(ran: string, command: string): boolean {
  // What was done last, whatever that was.
  if (command === 'command.repeat' || command === 'command.undo') return true
  const via = registered.find(({ id }) => id === ran)?.via
  return [command, ...(standsIn[command] ?? [])].some(meant => meant === ran || meant === via)
}

/** What may stand in the log for a command. */
const namesFor = new Map(
  bindings.map(({ command }) => [command, registered.map(({ id }) => id).filter(id => isMeant(id, command))]),
)

async function signIn({ page }: Probed, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[type=password]').fill('admin123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  // Something for the error log, so that it opens.
  await page.evaluate(() => void dispatchEvent(new ErrorEvent('error', { error: new Error('planted') })))
}

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

const isSingle = ({ strokes }: Bound) => strokes.length === 1
const namesOf = (bound: readonly Bound[]) => bound.flatMap(({ command }) => namesFor.get(command) ?? [])

/** Presses the second key of a sequence that has begun: of the ones that nobody has pressed yet the first. */
async function goOn(it: Probed, around: Around, key: Key, holding: readonly Bound[], report: Report): Promise<void> {
  const bound = holding.find(one => !report.ran.has(one)) ?? holding[0]
  if (!bound) return
  await strike(it, ...bound.strokes.slice(1))
  const { ran } = await it.seen(namesOf([bound]), 2000, false)
  if (ran.length === 1 && isMeant(ran[0] ?? '', bound.command)) report.ran.add(bound)
  else
    report.faults.push(
      `${around.name}: ${bound.strokes.join(' ')} (${bound.command}) ran ${ran.join(', ') || 'nothing'}`,
    )
}

/** Presses a key and looks at what came of it. False where the page was not in the situation any more. */
async function pressOne(it: Probed, around: Around, key: Key, report: Report): Promise<boolean> {
  const inside = (now: Situation) => ({ ...now, ...around.keys }) as unknown as ContextKeys
  // What is not said by the situation may change from key to key: the page says it as the key is pressed.
  const maybe = key.bound.filter(isSingle)
  await it.keys.press(key.press)
  const seen = await it.seen(namesOf(maybe))
  if (strangeIn(around, seen.before).length > 0) return false
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
  if (fault) {
    report.faults.push(`${around.name}: ${fault}`)
    console.log('FAULT', around.name, fault, JSON.stringify(seen))
  }
  for (const bound of single) if (ran.some(id => isMeant(id, bound.command))) report.ran.add(bound)
  if (!seen.arrived && single.length === 0) await goOn(it, around, key, holding, report)
  return true
}

/** Commands that do something to rows: before each of them everything is as it was. */
const changes = (key: Key) => key.bound.some(({ command }) => /^(record|command)\./.test(command))

test('every default key runs its command wherever it holds, and nothing where it does not', async ({
  page,
  keysUrl,
  noise,
}) => {
  test.setTimeout(900_000)
  const it = await probed(page, asked)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: keysUrl })
  await signIn(it, keysUrl)
  const report: Report = { faults: [], ran: new Set() }
  for (const around of arounds.filter(({ name }) => !process.env.AROUND || name.includes(process.env.AROUND)))
    await test.step(around.name, async () => {
      const began = performance.now()
      let restored = 0
      await comeInto(it, around, keysUrl)
      for (const key of keys) {
        if (changes(key)) await comeInto(it, around, keysUrl)
        if (await pressOne(it, around, key, report)) continue
        restored++
        await comeInto(it, around, keysUrl)
        expect(await pressOne(it, around, key, report), `${key.stroke} is pressed in ${around.name}`).toBe(true)
      }
      console.log(around.name, Math.round(performance.now() - began), 'ms', restored, 'restored')
    })
  console.log(report.faults.join('\n'))
  const never = bindings.filter(bound => !report.ran.has(bound))
  console.log('never:', never.map(({ strokes, command }) => `${strokes.join(' ')} ${command}`).join('; '))
  console.log([...new Set(noise)].join('\n'))
  noise.length = 0
  expect(report.faults).toEqual([])
})
