/** A thread of its own in which a sheet from outside is read, so that what it costs can be limited and ended. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'
import { decoded, parseCsv } from './csv.ts'
import type { ReadTask } from './read.ts'
import { isZip, refuseBomb } from './zip.ts'

/** A workbook of ten thousand rows unpacks to some twenty megabytes. */
const limits = { entries: 1000, bytes: 150 * 1024 * 1024 }

const { bytes, locale, rows } = workerData as ReadTask
// Of its own memory, from the first byte to the last.
const file = Buffer.from(new Uint8Array(bytes).buffer)
if (isZip(file)) {
  refuseBomb(file, limits)
  parentPort?.postMessage({ kind: 'xlsx', lines: (await readSheet(file.buffer as ArrayBuffer)).slice(0, rows) })
} else parentPort?.postMessage({ kind: 'csv', lines: parseCsv(decoded(file, locale), rows) })
