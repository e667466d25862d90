/** Worker thread parsing uploaded sheets, so that cost is bounded and abortable. */
import { readSheet } from 'read-excel-file/universal'
import { decoded, parseCsv } from './csv.ts'
import type { ReadTask, Sheet } from './read.ts'
import { isZip, refuseBomb } from './zip.ts'

/** Unpack limits; a workbook of 10,000 rows takes about 20 MB. */
const limits = { entries: 1000, bytes: 150 * 1024 * 1024 }

export default async function readLines({ bytes, locale, rows }: ReadTask): Promise<Sheet> {
  // Copy with an own ArrayBuffer, covering exactly the file.
  const file = Buffer.from(new Uint8Array(bytes).buffer)
  if (!isZip(file)) return { kind: 'csv', lines: parseCsv(decoded(file, locale), rows) }
  refuseBomb(file, limits)
  return { kind: 'xlsx', lines: (await readSheet(file.buffer as ArrayBuffer)).slice(0, rows) as Sheet['lines'] }
}
