import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPostmaster } from '../../server/postgres/clusterProcess.ts'
import { clusterName, killAllWith, processesWith } from './killProcesses.ts'

// Outlives the test run that made a data directory: when the pipe from it closes, however it ended, ends what still
// runs on the directory and removes it.
const directory = process.argv[2]
if (!directory) throw new Error('to be started with a data directory')
const name = clusterName(directory)

/** PostgreSQL leaves its shared memory in the system when killed, but not when told to stop at once. */
async function stopDatabase(): Promise<void> {
  const found = await readPostmaster(join(String(directory), 'postgres'))
  const all = await processesWith(name)
  if (!found || !all.includes(found.pid)) return
  process.kill(found.pid, 'SIGQUIT')
  for (let attempt = 0; attempt < 250 && (await processesWith(name)).length > 0; attempt += 1) await delay(20)
}

// what ends the test run is not for us
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdin.resume().once('close', async () => {
  // the server first, or it would start its PostgreSQL again
  await killAllWith(`main.ts ${directory}`)
  await stopDatabase()
  await killAllWith(directory, name)
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  // where the socket lies when the directory's own path is too long for it
  await rm(join(tmpdir(), name), { recursive: true, force: true })
})
