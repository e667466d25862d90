/** The same where formatted text is written: every key of the editor, and none of the console that would take a letter away. */
import { test } from './everyKeyPlant.ts'
import { parts, pressPart } from './everyKeyPressing.ts'

// Many presses: a trace of them would take longer than they do.
test.use({ trace: 'off', screenshot: 'off' })

test('every default key runs its command in a formatted text, or leaves it to the text', async ({
  page,
  keysUrl,
  noise,
}) => {
  test.setTimeout(600_000)
  await pressPart(page, keysUrl, noise, parts.texts)
})
