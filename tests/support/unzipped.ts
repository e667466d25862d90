/** The files of an archive, by name in their order. */
import { unzipSync } from 'fflate'

export function unzipped(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)] as const)
  return new Map(files.sort(([one], [other]) => (one < other ? -1 : 1)))
}
