/** Bytes to a printer at its port 9100; the address is checked once more where it is resolved. */
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { isPrinterAddress } from '../files/addresses.ts'

/** Time without progress after which a printer counts as silent. */
const silentMs = 10_000
/** Time for the printer to close, which many never do. */
const closingMs = 2_000

export interface PrinterPlace {
  readonly address: string
  readonly port: number
}

/** Failure by message key under `label.printer.`. */
export type PrinterAnswer =
  | 'sent'
  | { readonly fault: 'silent' | 'refused' | 'unknown' | 'forbidden' | 'broken'; readonly reason: string }

const failures: Readonly<Record<string, 'refused' | 'silent' | 'unknown'>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
  EHOSTDOWN: 'silent',
}

function write(host: string, port: number, bytes: Uint8Array): Promise<PrinterAnswer> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: silentMs })
    let isFlushed = false
    const finish = (outcome: PrinterAnswer) => {
      resolve(outcome)
      socket.destroy()
    }
    socket.once('timeout', () => finish(isFlushed ? 'sent' : { fault: 'silent', reason: '' }))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message
      finish(isFlushed ? 'sent' : { fault: failures[code] ?? 'broken', reason: code })
    })
    socket.once('close', () => finish(isFlushed ? 'sent' : { fault: 'broken', reason: 'closed' }))
    // Answers are not read, but would fill the window.
    socket.resume()
    socket.once('connect', () =>
      socket.end(bytes, () => {
        isFlushed = true
        socket.setTimeout(closingMs)
      }),
    )
  })
}

/** Never throws: what went wrong is the answer. */
export async function sendToPrinter({ address, port }: PrinterPlace, bytes: Uint8Array): Promise<PrinterAnswer> {
  const found = await lookup(address).catch(() => null)
  if (!found) return { fault: 'unknown', reason: '' }
  if (!isPrinterAddress(found.address)) return { fault: 'forbidden', reason: '' }
  return write(found.address, port, bytes)
}
