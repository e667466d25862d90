/**
 * Every default key of the registry, pressed with real events. The gate presses each binding once; `SOAK=1` every key
 * in every situation. Pure functions decide what holds where: `tests/commands/everyKey.test.ts`.
 */
import { expect } from '@playwright/test'
import { type Around, intoPage, runCommand, strike } from './everyKeyActions.ts'
import { asked, bindings, keys } from './everyKeyBindings.ts'
import { arounds } from './everyKeyContexts.ts'
import { signIn, test } from './everyKeyPlant.ts'
import { goOn, isSingle, keysToRun, pressAll, type Report } from './everyKeyPress.ts'
import { type Probed, probed } from './everyKeyProbe.ts'

// No traces: for thousands of presses they take longer than the test.
test.use({ trace: 'off', screenshot: 'off' })

/** Sequences not continued in any situation: as many as pages. */
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

/** Refused save of invalid data: the browser logs a line. */
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
  const report: Report = { fieldErrors: [], ran: new Set() }
  const [signedIn, signedOut] = [arounds.filter(isInside), arounds.filter(around => !isInside(around))]
  const wanted = new Set(bindings)
  const keysIn = (around: Around) => (process.env.SOAK ? keys : keysToRun(keys, wanted, around, report))
  const press = (around: Around) => test.step(around.name, () => pressAll(it, around, keysUrl, keysIn(around), report))
  for (const around of signedIn) await press(around)
  await test.step('every page', () => pressRest(it, report))
  for (const around of signedOut) await press(around)
  expect(report.fieldErrors).toEqual([])
  const never = bindings.filter(bound => !report.ran.has(bound))
  expect(never.map(({ strokes, command }) => `${strokes.join(' ')}: ${command}`)).toEqual([])
  expect(noise.filter(line => !isRefusal(line))).toEqual([])
  noise.length = 0
})
