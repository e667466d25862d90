/** Reads an uploaded sheet in a thread. */
import { AppError } from '#contract/schema/answer.ts'
import { importLimits } from '#contract/schema/transfer.ts'
import { inThreads } from '../basis/threads.ts'

export interface ReadTask {
  readonly bytes: Uint8Array
  readonly locale: string
  /** Row limit, headings included. */
  readonly rows: number
}

/** Raw cell value; dates as Date in UTC, meaning local time. */
export type RawCell = string | number | boolean | Date | null

export interface Sheet {
  /** File format; csv texts are disarmed. */
  readonly kind: 'xlsx' | 'csv'
  readonly lines: readonly (readonly RawCell[])[]
}

/** Thread of one file, since a hostile one may spoil it. */
const read = inThreads<ReadTask, Sheet>(new URL('./readThread.ts', import.meta.url), {
  threads: 2,
  memoryMb: 400,
  maxMs: 30_000,
  idleMs: 0,
})

/**
 * Lines of an xlsx or csv file, headings first.
 * @throws AppError tooLarge, importUnreadable, importTooManyRows
 */
export async function readFile(bytes: Uint8Array, locale: string): Promise<Sheet> {
  if (bytes.length > importLimits.bytes) throw new AppError('tooLarge')
  const maxLines = importLimits.rows + 1
  const sheet = await read({ bytes, locale, rows: maxLines + 1 }).catch(() => {
    throw new AppError('importUnreadable')
  })
  const last = sheet.lines.findLastIndex(line => line.some(cell => cell !== null && cell !== ''))
  if (last + 1 > maxLines) throw new AppError('importTooManyRows', { most: importLimits.rows })
  if (last < 1) throw new AppError('importEmpty')
  return { ...sheet, lines: sheet.lines.slice(0, last + 1) }
}
