import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresCpuMs, postgresProcesses } from '../cpu.ts'
import { privateMemory } from '../memory.ts'
import type { BenchServer } from '../server.ts'
import type { Probe } from './probe.ts'

export interface Taken {
  readonly server: Probe
  readonly postgres: {
    readonly processes: number
    /** Bytes without shared pages, and with their share. */
    readonly privateBytes: number
    readonly shareBytes: number
    readonly cpuMs: number
    readonly connections: Readonly<Record<string, number>>
    readonly databaseBytes: number
    /** Transaction that is open longest, seconds. */
    readonly oldestSeconds: number
  }
  readonly folders: Readonly<Record<string, number>>
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  // Files may vanish while they are counted.
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(entry =>
      stat(join(entry.parentPath, entry.name)).then(
        found => found.size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function shareOf(processId: number): Promise<number> {
  const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}

const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)

export async function taken(
  server: BenchServer,
  backend: number,
  folders: Readonly<Record<string, string>>,
): Promise<Taken> {
  const processes = postgresProcesses(backend)
  const { rows: states } = await server.client.query<{ state: string; count: number }>(`
    select coalesce(application_name, '') || ' ' || coalesce(state, backend_type) as state, count(*)::int as count
    from pg_stat_activity where datname is not null group by 1 order by 1`)
  const { rows } = await server.client.query<{ bytes: string; oldest: number }>(`
    select pg_database_size(current_database()) as bytes,
      coalesce((select max(extract(epoch from now() - xact_start))::float8 from pg_stat_activity where pid <> pg_backend_pid()), 0) as oldest`)
  const sizes = Object.entries(folders).map(async ([name, path]) => [name, await bytesBelow(path)] as const)
  return {
    server: await server.probe<Probe>('probe'),
    postgres: {
      processes: processes.length,
      privateBytes: sum(await Promise.all(processes.map(privateMemory))),
      shareBytes: sum(await Promise.all(processes.map(shareOf))),
      cpuMs: postgresCpuMs(backend),
      connections: Object.fromEntries(states.map(({ state, count }) => [state, count])),
      databaseBytes: Number(rows[0]?.bytes),
      oldestSeconds: Number(rows[0]?.oldest),
    },
    folders: Object.fromEntries(await Promise.all(sizes)),
  }
}
