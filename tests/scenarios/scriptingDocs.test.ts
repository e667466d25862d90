/** Examples of docs/reference/scripting.md, run from the command line. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlant } from '../support/plant.ts'
import { runScript } from '../support/runScript.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const guide = await readFile(fileURLToPath(new URL('../../docs/reference/scripting.md', import.meta.url)), 'utf8')

const examples = [...guide.matchAll(/^```ts run(?: ends with (\d))?\n([\s\S]*?)^```$/gm)].map(
  ([, code = '0', source = ''], index) => ({
    number: index + 1,
    code: Number(code),
    source,
    first: source.split('\n')[0],
  }),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await openTestPlant(server.db)
})
afterAll(() => server.close())

test('the guide has examples', () => {
  expect(examples.length).toBeGreaterThan(6)
})

test.each(examples)('example $number, "$first", ends with $code', async ({ source, code }) => {
  const ended = await runScript(source, ['--server', server.url], server.password)
  expect(ended.complaints).toBe('')
  expect(ended, ended.lines.join('\n')).toMatchObject({ code })
})
