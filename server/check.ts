/** `npm run check`: can this machine run the server? Exit code 1 when not. */
import { fileURLToPath } from 'node:url'
import { settingsOrExit } from './http/environment.ts'
import { checkMachine } from './http/machineCheck.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const findings = await checkMachine(settingsOrExit(), dist)
for (const { name, isFine, text } of findings)
  process.stdout.write(`${isFine ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)}  ${text}\n`)
process.exitCode = findings.every(({ isFine }) => isFine) ? 0 : 1
