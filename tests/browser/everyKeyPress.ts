/** Press of a key in a situation, and the check of its effect. */
import { expect } from '@playwright/test'
import { type ContextKeys, matches, overlaps } from '../../src/commands/core/when.ts'
import type { Bound } from '../../src/commands/keys/keyResolution.ts'
import { type Around, comeInto, strangeIn, strike } from './everyKeyActions.ts'
import { isIntended, isOfWindow, type Key, namesOf } from './everyKeyBindings.ts'
import { maxWaitMs, type Probed, type Seen, type Situation } from './everyKeyProbe.ts'

/** What fell out differently than bound. */
function errorOf(key: Key, holding: readonly Bound[], seen: Seen): string | null {
  const could = holding.filter(({ command }) => seen.performable.includes(command))
  const whole = could.filter(({ strokes }) => strokes.length === 1)
  const meant = whole.map(({ command }) => command)
  const said = `${key.stroke} (${[...new Set(key.bound.map(({ command }) => command))].slice(0, 3).join(', ')})`
  const strangers = seen.ran.filter(ran => !meant.some(command => isIntended(ran, command)))
  if (strangers.length > 0) return `${said} ran ${strangers.join(', ')}`
  if (meant.length > 0 && seen.ran.length === 0 && !(seen.arrived && seen.handled)) return `${said} did not run`
  if (could.length > 0 && meant.length === 0 && seen.arrived) return `${said} did not begin a sequence`
  if (could.length === 0 && !seen.arrived) return `${said} was taken, although nothing holds`
  return null
}

export interface Report {
  readonly fieldErrors: string[]
  readonly ran: Set<Bound>
}

const isAbout =
  ({ about }: Around) =>
  ({ command }: Bound) =>
    about === undefined || about.includes(command)

export const isSingle = ({ strokes }: Bound) => strokes.length === 1

/** Keys with a wanted binding that may hold there and has not run yet. */
export const keysToRun = (keys: readonly Key[], wanted: ReadonlySet<Bound>, around: Around, { ran }: Report) =>
  keys.filter(({ bound }) =>
    bound.some(one => wanted.has(one) && !ran.has(one) && isAbout(around)(one) && overlaps(one.when, around.keys)),
  )

/** Presses the rest of a sequence that has begun. */
export async function goOn(it: Probed, where: string, bound: Bound, report: Report): Promise<void> {
  await strike(it, ...bound.strokes.slice(1))
  const { ran } = await it.seen(namesOf([bound]), maxWaitMs, false)
  report.ran.add(bound)
  if (ran.length !== 1 || !isIntended(ran[0] ?? '', bound.command))
    report.fieldErrors.push(
      `${where}: ${bound.strokes.join(' ')} (${bound.command}) ran ${ran.join(', ') || 'nothing'}`,
    )
}

/** Presses a key and checks the effect. Returns whether the situation held before and after. */
async function pressOne(it: Probed, around: Around, key: Key, report: Report) {
  const { layout } = key
  const inside = (now: Situation) => ({ ...now, ...around.keys }) as unknown as ContextKeys
  // Context beyond the situation may vary per key: read at the press.
  const maybe = key.bound.filter(isSingle)
  await (isOfWindow(key) ? it.make(key.press, {}, layout) : it.keys.press(key.press, { layout }))
  const seen = await it.seen(namesOf(maybe))
  if (strangeIn(around, seen.before).length > 0) return { was: false, is: false, isDirty: true }
  const holding = key.bound.filter(({ when }) => matches(when, inside(seen.before)))
  const single = holding.filter(isSingle)
  let { ran, after } = seen
  // Confirmation: answered with no, which is the result.
  for (
    let layers = 0;
    single.length > 0 && ran.length === 0 && after.overlay !== seen.before.overlay && layers < 3;
    layers += 1
  ) {
    await strike(it, 'escape')
    ;({ ran, after } = await it.seen(namesOf(single), 500))
  }
  ran = ran.filter(id => id !== around.waiting || single.some(({ command }) => command === id))
  const fieldError = errorOf(key, holding, { ...seen, ran })
  if (fieldError) report.fieldErrors.push(`${around.name}: ${fieldError}`)
  for (const bound of single) if (ran.some(id => isIntended(id, bound.command))) report.ran.add(bound)
  // First sequence begun by this key that has not run yet.
  const begun = holding.find(bound => !report.ran.has(bound)) ?? holding[0]
  const isBegun = !seen.arrived && single.length === 0 && begun !== undefined
  if (isBegun) await goOn(it, around.name, begun, report)
  // Enter may have moved between fields, which the page does not tell apart.
  const is = !isBegun && key.press.code !== 'Enter' && strangeIn(around, after).length === 0
  return { was: true, is, isDirty: after.dirty === true }
}

const rested = ({ page }: Probed) => page.evaluate(() => window.lotline?.idle({ timeoutMs: 10_000 }))

/** Commands that change rows: nothing may be unsaved before them. */
const changes = (key: Key) => key.bound.some(({ command }) => /^(record|command)\./.test(command))

/** Presses keys in one situation, those that it is about. */
export async function pressAll(
  it: Probed,
  around: Around,
  url: string,
  keys: readonly Key[],
  report: Report,
): Promise<void> {
  await comeInto(it, around, url)
  let last = { is: true, isDirty: false }
  for (const key of keys.filter(({ bound }) => bound.some(isAbout(around)))) {
    if (!last.is || (last.isDirty && changes(key))) await comeInto(it, around, url)
    // Commands that finish late would count as run by the next key.
    await rested(it)
    let pressed = await pressOne(it, around, key, report)
    if (!pressed.was) {
      await rested(it)
      await comeInto(it, around, url)
      await rested(it)
      pressed = await pressOne(it, around, key, report)
    }
    expect(pressed.was, `${key.stroke} is pressed in ${around.name}`).toBe(true)
    last = pressed
  }
}
