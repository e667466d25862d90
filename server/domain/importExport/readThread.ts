/** Worker thread parsing uploaded sheets, so that cost is bounded and abortable. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'
import { decoded, parseCsv } from './csv.ts'
import type { ReadTask } from './read.ts'
import { isZip, refuseBomb } from './zip.ts'

/** Unpack limits; a workbook of 10,000 rows takes about 20 MB. */
const limits = { entries: 1000, bytes: 150 * 1024 * 1024 }

const { bytes, locale, rows } = workerData as ReadTask
// Copy with an own ArrayBuffer, covering exactly the file.
const file = Buffer.from(new Uint8Array(bytes).buffer)
if (isZip(file)) {
  refuseBomb(file, limits)
  parentPort?.postMessage({ kind: 'xlsx', lines: (await readSheet(file.buffer as ArrayBuffer)).slice(0, rows) })
} else parentPort?.postMessage({ kind: 'csv', lines: parseCsv(decoded(file, locale), rows) })
