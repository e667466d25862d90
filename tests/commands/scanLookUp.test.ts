/** Records of a scanned code, on a real server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookUp } from '../../src/commands/scan/lookUp.ts'
import { connect } from '../../src/data/api/transport.ts'
import { type Console, startConsole } from './console.ts'

const code = { text: '(01)06901234567892(10)L7', gtin: '06901234567892', lotNo: 'L7' }
const { signal } = new AbortController()

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => {
  connect({ baseUrl: console_.server.url })
  return console_.close()
})

test('lists that a person may not read are left out', async () => {
  await console_.signInWith(['stocklot'])
  expect(await lookUp(code, signal)).toMatchObject({ lots: [], products: [], productSpecs: [], materialSpecs: [] })
})

test('a server that is not reached is no unknown code', async () => {
  connect({ baseUrl: 'http://127.0.0.1:9' })
  await expect(lookUp(code, signal)).rejects.toThrow()
})
