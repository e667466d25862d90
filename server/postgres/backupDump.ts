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

/** Connection as environment variables: arguments are visible to other users. */
function environmentOf(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const said = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(Object.entries(variables).map(([name, key]) => [key, searchParams.get(name) ?? ''])),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''))
}

/**
 * Dumps a snapshot in custom format; returns bytes.
 * @throws DumpError
 */
export async function dumpTo(file: string, address: string, signal: AbortSignal): Promise<number> {
  // Private from the first byte: pg_dump keeps an existing file's mode.
  await (await open(file, 'wx', 0o600)).close()
  const child = spawn('pg_dump', ['--format=custom', '--no-password', `--file=${file}`], {
    env: { ...process.env, ...environmentOf(address) },
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
