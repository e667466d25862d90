/** Branches of the log (PostgreSQL's timelines): each restore to a moment begins one. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of one segment, as initdb makes them. */
export const segmentBytes = 16 * 1024 * 1024
const perFile = BigInt(0x1_0000_0000 / segmentBytes)

/** Number of a segment, on whatever branch. */
export const numberOf = (name: string): bigint =>
  BigInt(`0x${name.slice(8, 16)}`) * perFile + BigInt(`0x${name.slice(16)}`)

export const hex = (value: bigint | number): string => value.toString(16).toUpperCase().padStart(8, '0')

export const segmentName = (timeline: string, number: bigint): string =>
  `${timeline}${hex(number / perFile)}${hex(number % perFile)}`

export const history = /^[0-9A-F]{8}\.history$/

export interface Branch {
  readonly timeline: string
  /** Moment of its begin; empty for the first. */
  readonly since: string
  /** Last segment shared with each earlier branch. */
  readonly shared: ReadonlyMap<string, bigint>
}

const root: Branch = { timeline: hex(1), since: '', shared: new Map() }
const origin = /^(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm

/** Branches by their history files, the oldest first. */
export async function branchesOf(folder: string): Promise<readonly Branch[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => history.test(name)).sort()
  const made = names.map(async name => {
    const file = join(folder, name)
    const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    const shared = [...text.matchAll(origin)].map(([, timeline, high, low]) => {
      const position = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
      return [hex(Number(timeline)), position / BigInt(segmentBytes)] as const
    })
    return { timeline: name.slice(0, 8), since: mtime.toISOString(), shared: new Map(shared) }
  })
  return [root, ...(await Promise.all(made))]
}

export function isOn({ timeline, shared }: Branch, segment: string): boolean {
  const own = segment.slice(0, 8)
  return own === timeline || numberOf(segment) <= (shared.get(own) ?? -1n)
}
