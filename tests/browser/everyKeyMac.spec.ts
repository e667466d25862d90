/** Every default key that is another one on a Mac, pressed there with real events in a situation in which it holds. */
import { expect } from '@playwright/test'
import { overlaps } from '../../src/commands/when.ts'
import { macBindings, macKeyboard } from './everyKeyBindings.ts'
import { arounds } from './everyKeyContexts.ts'
import { onMac, signIn, test } from './everyKeyPlant.ts'
import { isAbout, pressAll, type Report } from './everyKeyPress.ts'
import { probed } from './everyKeyProbe.ts'
import type { Around } from './everyKeyWays.ts'

test.use({ trace: 'off', screenshot: 'off' })

const wanted = new Set(macBindings)

/** The keys of which something holds there that has run nowhere yet. */
const keysIn = (around: Around, { ran }: Report) =>
  macKeyboard.keys.filter(({ bound }) =>
    bound.some(one => wanted.has(one) && !ran.has(one) && isAbout(around)(one) && overlaps(one.when, around.keys)),
  )

test('every default key that is another one on a Mac runs its command there', async ({ page, keysUrl }) => {
  test.setTimeout(600_000)
  expect(macBindings.length).toBeGreaterThan(0)
  await onMac(page)
  const it = await probed(page, macKeyboard.asked)
  await signIn(it, keysUrl)
  const report: Report = { faults: [], ran: new Set() }
  for (const around of arounds.filter(({ keys }) => keys.auth === 'in')) {
    const keys = keysIn(around, report)
    if (keys.length > 0) await test.step(around.name, () => pressAll(it, around, keysUrl, keys, report))
  }
  expect(report.faults).toEqual([])
  const never = macBindings.filter(bound => !report.ran.has(bound))
  expect(never.map(({ strokes, command }) => `${strokes.join(' ')}: ${command}`)).toEqual([])
})
