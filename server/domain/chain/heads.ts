/** Hash chain heads outside the database: its owner could recompute it. */
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Head {
  readonly position: number
  readonly hash: string
  readonly at: string
}

/** Text form for safekeeping; `npm run verify -- <this>` compares it. */
export const headText = ({ position, hash }: Pick<Head, 'position' | 'hash'>): string => `${position}:${hash}`

const fileIn = (folder: string): string => join(folder, 'chain-heads.txt')

export function headIn(text: string, at = ''): Head | null {
  const found = /^(\d+):([0-9a-f]{64})$/.exec(text.trim())
  return found ? { position: Number(found[1]), hash: String(found[2]), at } : null
}

/** Heads still binding. A `restored` line voids later positions. */
export async function readHeads(folder: string): Promise<readonly Head[]> {
  const text = await readFile(fileIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const heads: Head[] = []
  for (const line of text.split('\n')) {
    const [at = '', headPart = '', kind] = line.split(' ')
    const head = headIn(headPart, at)
    if (!head) continue
    if (kind === 'restored') heads.splice(0, heads.length, ...heads.filter(({ position }) => position <= head.position))
    else heads.push(head)
  }
  return heads
}

export async function appendHead(folder: string, head: Head, kind: 'told' | 'restored'): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await appendFile(fileIn(folder), `${head.at} ${headText(head)} ${kind}\n`, { mode: 0o600, flush: true })
}
