/** Environment variables that a file sets end with it: its worker goes on with other files. */
import { afterAll } from 'vitest'

// Printers of the tests are on this machine.
process.env.LOCAL_PRINTERS ??= 'on'
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
