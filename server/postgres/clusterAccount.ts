import { chown, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** System account of PostgreSQL under root, which PostgreSQL refuses. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const isRoot = (): boolean => process.getuid?.() === 0

async function accountNamed(name: string): Promise<Account | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8')
  const fields = passwd
    .split('\n')
    .map(line => line.split(':'))
    .find(line => line[0] === name)
  if (!fields) return undefined
  // macOS writes nobody as -2; system calls expect it unsigned.
  return { name, uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 }
}

/** Account of this cluster folder, or undefined for our own. */
export async function accountFor(clusterFolder: string): Promise<Account | undefined> {
  if (process.platform === 'win32') return undefined
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${clusterFolder} belongs to another account (user id ${owner.uid}): start the server as that account or as root.`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { name: `user id ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const account = (await accountNamed('postgres')) ?? (await accountNamed('nobody'))
  if (!account || account.uid === 0) {
    throw new Error(
      'PostgreSQL does not run as root, and this system has neither an account "postgres" nor "nobody": start the server as a normal user.',
    )
  }
  return account
}

/** spawn options of an account; Node expects signed ids. */
export function spawnAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
}

/** Permission bits of an account on a path, parents included. */
export async function canReach(path: string, account: Account | undefined, bits: number): Promise<boolean> {
  if (!account) return true
  const allows = async (place: string, wanted: number): Promise<boolean> => {
    const { uid, gid, mode } = await stat(place)
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    return ((mode >> shift) & wanted) === wanted
  }
  let place = await realpath(path)
  if (!(await allows(place, bits))) return false
  while (place !== dirname(place)) {
    place = dirname(place)
    if (!(await allows(place, 1))) return false
  }
  return true
}

export async function giveTo(account: Account, folder: string): Promise<void> {
  await chown(folder, account.uid, account.gid)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const entry = await lstat(path)
    if (entry.isDirectory()) await giveTo(account, path)
    else if (entry.isFile()) await chown(path, account.uid, account.gid)
  }
}
