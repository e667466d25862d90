/** Dump of an external PostgreSQL by pg_dump. */
import { spawn } from 'node:child_process'
import { open, stat } from 'node:fs/promises'

/** Dump failure: program missing, or its output (for the log). */
export class DumpError extends Error {
  override readonly name = 'DumpError'
  readonly isMissing: boolean
  constructor(message: string, isMissing: boolean) {
    super(message)
    this.isMissing = isMissing
  }
}

const variables = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }

interface Place {
  readonly host: string
  readonly port: string
}

function placeOf({ hostname, port, searchParams }: URL): Place {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return { host, port: (searchParams.get('port') ?? port) || '5432' }
}

/**
 * Connection as environment variables: arguments are visible to other users.
 * @param addresses one for each host
 */
export function dumpEnvironment(addresses: readonly string[]): Record<string, string> {
  // URLs need a host, even where a parameter names it.
  const urls = addresses.map(address => new URL(address.replace('@/', '@localhost/')))
  const [first] = urls
  if (!first) return {}
  const { username, password, pathname, searchParams } = first
  const places = urls.map(placeOf)
  const said = {
    PGHOST: places.map(({ host }) => host).join(),
    PGPORT: places.map(({ port }) => port).join(),
    PGTARGETSESSIONATTRS: places.length > 1 ? 'read-write' : '',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(Object.entries(variables).map(([name, key]) => [key, searchParams.get(name) ?? ''])),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''))
}

/**
 * Dumps a snapshot in custom format; returns bytes.
 * @param addresses one for each host; the primary is dumped
 * @throws DumpError
 */
export async function dumpTo(file: string, addresses: readonly string[], signal: AbortSignal): Promise<number> {
  // Private from the first byte: pg_dump keeps an existing file's mode.
  await (await open(file, 'wx', 0o600)).close()
  const child = spawn('pg_dump', ['--format=custom', '--no-password', `--file=${file}`], {
    env: { ...process.env, ...dumpEnvironment(addresses) },
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
    signal,
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said = `${said}${chunk}`.slice(-2000)
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  ).catch((error: NodeJS.ErrnoException) => {
    signal.throwIfAborted()
    throw new DumpError(error.message, error.code === 'ENOENT')
  })
  if (code !== 0) throw new DumpError(said.trim() || `pg_dump ended with ${code}`, false)
  return (await stat(file)).size
}
