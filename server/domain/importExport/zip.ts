/** Zip archives: streamed writing, and inspection before any parser trusts them. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

/** Constant day: equal rows give equal bytes. Level 2 halves the work. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 2 }

/** Yield to the event loop, prefetching queries included. */
async function* yielding(content: ZipEntry['content']): AsyncGenerator<string> {
  for await (const piece of content) {
    yield piece
    await setImmediate()
  }
}

/** Archive of these files, read sequentially; only packed bytes are buffered. */
export function zipOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const archive = new ZipFile()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, options, begin => {
      const source = Readable.from(yielding(content), { objectMode: false })
      begin(null, source.once('error', reject))
    })
  archive.end()
  return Promise.race([buffer(archive.outputStream), failed])
}

export function isZip(bytes: Buffer): boolean {
  return bytes.length > 22 && bytes.readUInt32LE(0) === 0x04034b50
}

export interface ZipLimits {
  readonly entries: number
  readonly bytes: number
}

/**
 * Sums the sizes as read-excel-file's unpacker sees them: it never writes beyond.
 * @throws Error if broken or beyond the limits
 */
export function refuseBomb(bytes: Buffer, limits: ZipLimits): void {
  let { entries, bytes: left } = limits
  unzipSync(bytes, {
    filter: ({ size, originalSize }) => {
      entries -= 1
      left -= Math.max(size, originalSize)
      if (entries < 0 || left < 0) throw new Error('unpacks to too much')
      return false
    },
  })
}
