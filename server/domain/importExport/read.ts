/** Reads an uploaded sheet in a thread, memory and time bounded. */
import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/schema/answer.ts'
import { importLimits } from '#contract/schema/transfer.ts'

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

const maxFileMs = 30_000
const memoryMb = 400

function inThread(task: ReadTask): Promise<Sheet> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./readThread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
      env: {},
    })
    const timer = setTimeout(() => {
      reject(new Error('took too long'))
      void thread.terminate()
    }, maxFileMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    thread.once('message', (sheet: Sheet) => end(() => resolve(sheet)))
    thread.once('error', error => end(() => reject(error)))
    thread.once('exit', code => end(() => reject(new Error(`ended with ${code}`))))
  })
}

/** Limit of concurrent reader threads: each may use much memory. */
const maxThreads = 2
let queue: Promise<unknown>[] = []

async function inTurn(task: ReadTask): Promise<Sheet> {
  while (queue.length >= maxThreads) await Promise.race(queue)
  const reading = inThread(task)
  const over = reading.catch(() => undefined)
  queue = [...queue, over]
  void over.then(() => {
    queue = queue.filter(other => other !== over)
  })
  return reading
}

/**
 * Lines of an xlsx or csv file, headings first.
 * @throws AppError tooLarge, importUnreadable, importTooManyRows
 */
export async function readFile(bytes: Uint8Array, locale: string): Promise<Sheet> {
  if (bytes.length > importLimits.bytes) throw new AppError('tooLarge')
  const maxLines = importLimits.rows + 1
  const sheet = await inTurn({ bytes, locale, rows: maxLines + 1 }).catch(() => {
    throw new AppError('importUnreadable')
  })
  const last = sheet.lines.findLastIndex(line => line.some(cell => cell !== null && cell !== ''))
  if (last + 1 > maxLines) throw new AppError('importTooManyRows', { most: importLimits.rows })
  if (last < 1) throw new AppError('importEmpty')
  return { ...sheet, lines: sheet.lines.slice(0, last + 1) }
}
