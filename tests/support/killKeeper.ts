import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPostmaster } from '../../server/postgres/clusterProcess.ts'
import { clusterName, killAllWith, processesWith } from './killProcesses.ts'

// Outlives the test run: when its pipe closes, ends what runs on the data directory and removes it.
const directory = process.argv[2]
if (!directory) throw new Error('to be started with a data directory')
const name = clusterName(directory)

/** A killed PostgreSQL leaves shared memory, an immediate stop does not. */
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
  // Socket folder of directories with a long path.
  await rm(join(tmpdir(), name), { recursive: true, force: true })
})
