/** Copy, cut and paste: by the browser's own keys, and where they are asked for by other means. */
import type { ClipboardEvent as ReactClipboardEvent } from 'react'
import type { Result } from '../../commands/core/command.ts'
import { execute } from '../../commands/gate/execute.ts'
import { type Copied, copyOf, writeClipboard, writeLate, writeTo } from '../clipboard/copying.ts'
import { type Clip, clipOf } from '../clipboard/incoming.ts'
import { pasteClip } from '../clipboard/pasting.ts'
import { clearMarked } from '../clipboard/transfer.ts'
import { type GridState, modeOf } from '../state/gridState.ts'
import { reasonAgainst } from './availability.ts'
import type { Run } from './motionCommands.ts'

const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })

/** Copies by the browser's own copying, which works without https too; false where it does not happen. */
function copyNow(copied: Copied): boolean {
  let isCopied = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!event.clipboardData) return
    writeTo(event.clipboardData, copied)
    isCopied = true
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return isCopied
}

/** Why the clipboard cannot be reached by anything but its keys. */
const blocked = (reason: string): Result => refused(window.isSecureContext ? reason : 'grid.reason.clipboardInsecure')

/** Copies what is marked; nothing that is not whole. `then` runs once it is on the clipboard. */
async function copyBy(grid: GridState, withTitles: boolean, then?: () => void): Promise<Result | undefined> {
  const copied = copyOf(grid, withTitles)
  // What could not be copied has been said.
  if (!copied) return undefined
  if (copied instanceof Promise) {
    if (await writeLate(grid, withTitles, copied)) then?.()
    return undefined
  }
  if (!copyNow(copied) && !(await writeClipboard(copied))) return blocked('grid.reason.clipboardWrite')
  then?.()
  return undefined
}

async function richClip(): Promise<Clip | null> {
  if (!navigator.clipboard?.read) return null
  const [item] = await navigator.clipboard.read()
  const read = async (type: string) => (item?.types.includes(type) ? (await item.getType(type)).text() : '')
  return { html: await read('text/html'), text: await read('text/plain') }
}

async function plainClip(): Promise<Clip | null> {
  return navigator.clipboard?.readText ? { text: await navigator.clipboard.readText() } : null
}

/** Reading the clipboard needs the person's leave and a secure address; the key needs neither. */
const pasting =
  (reading: () => Promise<Clip | null>): Run =>
  async grid => {
    const clip = await reading().catch(() => null)
    if (!clip) return blocked('grid.reason.clipboard')
    const done = pasteClip(grid, clip)
    if (done === false) return refused('grid.reason.clipboardEmpty')
    await done
  }

/** A copy, cut or paste by its key: the event brings the clipboard along, and nobody has to be asked. */
export function onClipboard(grid: GridState, event: ReactClipboardEvent): void {
  // In an editor the clipboard is the text's.
  if (modeOf(grid) !== 'navigate') return
  event.preventDefault()
  const id = `grid.${event.type}`
  // What cannot be done is refused, and said, by the door like any other key.
  if (reasonAgainst(grid, id)) return void execute(id, {}, { surface: 'shortcut' })
  if (event.type === 'paste') return void pasteClip(grid, clipOf(event.clipboardData))
  const clear = () => (event.type === 'cut' ? void clearMarked(grid) : undefined)
  const copied = copyOf(grid, false)
  if (copied instanceof Promise) return void writeLate(grid, false, copied).then(isWritten => isWritten && clear())
  if (!copied) return
  writeTo(event.clipboardData, copied)
  clear()
}

/** By command id. */
export const clipboardCommands: Readonly<Record<string, Run>> = {
  'grid.copy': grid => copyBy(grid, false),
  'grid.cut': grid => copyBy(grid, false, () => void clearMarked(grid)),
  'grid.paste': pasting(richClip),
  'grid.pastePlain': pasting(plainClip),
  'grid.copyWithHeaders': grid => copyBy(grid, true),
}
