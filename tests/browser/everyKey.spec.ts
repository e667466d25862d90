/** Every default key of the registry, pressed with real events in every situation: it runs its command there and nowhere else. */
import { test } from './everyKeyPlant.ts'
import { parts, pressPart } from './everyKeyPressing.ts'

// Thousands of presses: a trace of them would take longer than they do.
test.use({ trace: 'off', screenshot: 'off' })

test('every default key runs its command wherever it holds, and nothing where it does not', async ({
  page,
  keysUrl,
  noise,
}) => {
  test.setTimeout(600_000)
  await pressPart(page, keysUrl, noise, parts.others)
})
