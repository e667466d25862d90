/** Default keys that differ on a Mac, pressed with real events where they hold. */
import { expect } from '@playwright/test'
import { macBindings, macKeyboard } from './everyKeyBindings.ts'
import { arounds } from './everyKeyContexts.ts'
import { onMac, signIn, test } from './everyKeyPlant.ts'
import { keysToRun, pressAll, type Report } from './everyKeyPress.ts'
import { probed } from './everyKeyProbe.ts'

test.use({ trace: 'off', screenshot: 'off' })

const wanted = new Set(macBindings)

test('every default key that is another one on a Mac runs its command there', async ({ page, keysUrl }) => {
  test.setTimeout(600_000)
  expect(macBindings.length).toBeGreaterThan(0)
  await onMac(page)
  const it = await probed(page, macKeyboard.asked)
  await signIn(it, keysUrl)
  const report: Report = { fieldErrors: [], ran: new Set() }
  for (const around of arounds.filter(({ keys }) => keys.auth === 'in')) {
    const keys = keysToRun(macKeyboard.keys, wanted, around, report)
    if (keys.length > 0) await test.step(around.name, () => pressAll(it, around, keysUrl, keys, report))
  }
  expect(report.fieldErrors).toEqual([])
  const never = macBindings.filter(bound => !report.ran.has(bound))
  expect(never.map(({ strokes, command }) => `${strokes.join(' ')}: ${command}`)).toEqual([])
})
