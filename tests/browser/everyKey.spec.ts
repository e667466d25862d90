/** Every default key of the registry, pressed with real events in every situation: it runs its command there and nowhere else. */
import { expect } from '@playwright/test'
import type { Bound } from '../../src/commands/keyResolution.ts'
import { type ContextKeys, matches } from '../../src/commands/when.ts'
import { asked, bindings, isMeant, isOfWindow, type Key, keys, namesOf } from './everyKeyBindings.ts'
import { type Around, arounds, comeInto, strangeIn, strike } from './everyKeyContexts.ts'
import { signIn, test } from './everyKeyPlant.ts'
import { type Probed, probed, type Seen, type Situation } from './everyKeyProbe.ts'

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

/** Presses the second key of a sequence that has begun: of the ones that nobody has pressed yet the first. */
async function goOn(it: Probed, around: Around, holding: readonly Bound[], report: Report): Promise<void> {
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

/** Presses a key and looks at what came of it. Answers whether the page was in the situation, and whether it still is. */
async function pressOne(it: Probed, around: Around, key: Key, report: Report) {
  const inside = (now: Situation) => ({ ...now, ...around.keys }) as unknown as ContextKeys
  // What is not said by the situation may change from key to key: the page says it as the key is pressed.
  const maybe = key.bound.filter(isSingle)
  await (isOfWindow(key) ? it.make(key.press) : it.keys.press(key.press))
  const seen = await it.seen(namesOf(maybe))
  if (strangeIn(around, seen.before).length > 0) return { was: false, is: false }
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
  if (!seen.arrived && single.length === 0) await goOn(it, around, holding, report)
  return { was: true, is: strangeIn(around, after).length === 0 }
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
      let isThere = true
      for (const key of keys.filter(({ bound }) => bound.some(isAbout(around)))) {
        if (!isThere || changes(key)) await comeInto(it, around, keysUrl)
        let pressed = await pressOne(it, around, key, report)
        if (!pressed.was) {
          // Something was still on its way: the key is pressed once more.
          restored++
          await comeInto(it, around, keysUrl)
          pressed = await pressOne(it, around, key, report)
        }
        expect(pressed.was, `${key.stroke} is pressed in ${around.name}`).toBe(true)
        isThere = pressed.is
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
