/** Labels to a printer's port; the resolved address is checked too. */
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { isOwnMachine, isPrinterAddress } from '../files/addresses.ts'

/** Labels could speak to services that trust their own machine. */
export const isRefusedHere = (address: string): boolean => process.env.LOCAL_PRINTERS !== 'on' && isOwnMachine(address)

/** Time for the printer to close, which many never do. */
const closingMs = 2_000

export interface PrinterPlace {
  readonly address: string
  readonly port: number
}

export interface SendingTimes {
  readonly connectMs: number
  /** Time without progress. */
  readonly stallMs: number
}

export interface PrinterSending extends SendingTimes {
  readonly pieces: AsyncIterable<readonly string[]>
  /** Asked before the first byte; false ends the attempt. */
  readonly begin: () => Promise<boolean>
  /** Ends the attempt before its first byte. */
  readonly stop: AbortSignal
  readonly cut: AbortSignal
}

/** Nothing was sent: message key under `label.printer.`. */
type Unsent = 'silent' | 'refused' | 'unknown' | 'forbidden' | 'local' | 'broken'

/** `doubtful`: this many labels at most may be on paper. */
export type PrinterAnswer =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'stopped' }
  | { readonly outcome: 'unsent'; readonly fault: Unsent; readonly reason: string }
  | {
      readonly outcome: 'doubtful'
      readonly fault: 'stalled' | 'cut' | 'interrupted'
      readonly reason: string
      readonly labels: number
    }

const failures: Readonly<Record<string, Unsent>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
  EHOSTDOWN: 'silent',
}

const unsent = (fault: Unsent, reason = ''): PrinterAnswer => ({ outcome: 'unsent', fault, reason })

/** Open socket, or why there is none. */
function opened(host: string, port: number, { connectMs, stop }: PrinterSending): Promise<Socket | PrinterAnswer> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: connectMs })
    const leave = () => give({ outcome: 'stopped' })
    const give = (answer: PrinterAnswer) => {
      stop.removeEventListener('abort', leave)
      resolve(answer)
      socket.destroy()
    }
    stop.addEventListener('abort', leave, { once: true })
    socket.once('timeout', () => give(unsent('silent')))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message
      give(unsent(failures[code] ?? 'broken', code))
    })
    socket.once('connect', () => {
      stop.removeEventListener('abort', leave)
      socket.removeAllListeners('timeout')
      resolve(socket)
    })
  })
}

function transferred(socket: Socket, { pieces, stallMs, cut }: PrinterSending): Promise<PrinterAnswer> {
  let labels = 0
  let isFlushed = false
  return new Promise(resolve => {
    const interrupt = () => doubtful('interrupted')
    const finish = (answer: PrinterAnswer) => {
      // Composite signals live as long as their listeners.
      cut.removeEventListener('abort', interrupt)
      resolve(answer)
      socket.destroy()
    }
    const doubtful = (fault: 'stalled' | 'cut' | 'interrupted', reason = '') => {
      // Bytes that the system still holds would come out later.
      socket.resetAndDestroy()
      finish({ outcome: 'doubtful', fault, reason, labels: labels + 1 })
    }
    if (cut.aborted) interrupt()
    cut.addEventListener('abort', interrupt, { once: true })
    socket.setTimeout(stallMs, () => {
      if (isFlushed) finish({ outcome: 'sent' })
      else if (socket.writableLength > 0) doubtful('stalled')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => doubtful('cut', error.code ?? error.message))
    socket.once('close', () => (isFlushed ? finish({ outcome: 'sent' }) : doubtful('cut', 'closed')))
    // Answers are not read, but would fill the window.
    socket.resume()
    const drained = () => new Promise<void>(go => (socket.destroyed ? go() : socket.once('drain', go)))
    const writeAll = async () => {
      for await (const piece of pieces)
        for (const label of piece) {
          if (socket.destroyed) return
          const isTaken = socket.write(label, error => {
            if (!error) labels += 1
          })
          if (!isTaken) await drained()
        }
      socket.end(() => {
        isFlushed = true
        socket.setTimeout(closingMs)
      })
    }
    writeAll().catch((error: unknown) => doubtful('cut', error instanceof Error ? error.message : String(error)))
  })
}

/** @throws what drawing the first labels throws; later failures are answers */
export async function sendToPrinter({ address, port }: PrinterPlace, sending: PrinterSending): Promise<PrinterAnswer> {
  const found = await lookup(address).catch(() => null)
  if (!found) return unsent('unknown')
  if (!isPrinterAddress(found.address)) return unsent('forbidden')
  if (isRefusedHere(found.address)) return unsent('local')
  const iterator = sending.pieces[Symbol.asyncIterator]()
  // Faults of labels are known before the printer is touched.
  const first = await iterator.next()
  const socket = await opened(found.address, port, sending)
  if ('outcome' in socket) return socket
  const may = !sending.stop.aborted && (await sending.begin().catch(() => false))
  if (!may || socket.destroyed) {
    socket.destroy()
    return may ? unsent('broken', 'closed') : { outcome: 'stopped' }
  }
  async function* pieces() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return transferred(socket, { ...sending, pieces: pieces() })
}
