/** Copy, cut and paste, by browser keys or by command. */
import type { ClipboardEvent as ReactClipboardEvent } from 'react'
import type { Result } from '../../commands/core/command.ts'
import { execute } from '../../commands/gate/execute.ts'
import { clearMarked } from '../clipboard/cellTransfer.ts'
import { type Copied, copyOf, writeClipboard, writeLate, writeTo } from '../clipboard/copying.ts'
import { type Clip, clipOf } from '../clipboard/incoming.ts'
import { pasteClip } from '../clipboard/pasting.ts'
import { type GridState, modeOf, type Run } from '../state/gridState.ts'
import { reasonAgainst } from './availability.ts'

const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })

/** Copies by `execCommand`, which works without https; false on failure. */
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

/** Refusal reason when only the keys can reach the clipboard. */
const blocked = (reason: string): Result => refused(window.isSecureContext ? reason : 'grid.reason.clipboardInsecure')

/** Copies the selection, complete or not at all; `then` runs on success. */
async function copyBy(grid: GridState, withTitles: boolean, then?: () => void): Promise<Result | undefined> {
  const copied = copyOf(grid, withTitles)
  // Failure is already reported.
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

/** Clipboard reads need permission and a secure context; the key needs neither. */
const pasting =
  (reading: () => Promise<Clip | null>): Run =>
  async grid => {
    const clip = await reading().catch(() => null)
    if (!clip) return blocked('grid.reason.clipboard')
    const done = pasteClip(grid, clip)
    if (done === false) return refused('grid.reason.clipboardEmpty')
    await done
  }

/** Handles clipboard key events, which need no permission. */
export function onClipboard(grid: GridState, event: ReactClipboardEvent): void {
  // Editors handle their own clipboard.
  if (modeOf(grid) !== 'navigate') return
  event.preventDefault()
  const id = `grid.${event.type}`
  // The gate refuses and reports, like any other key.
  if (reasonAgainst(grid, id)) return void execute(id, {}, { surface: 'shortcut' })
  if (event.type === 'paste') return void pasteClip(grid, clipOf(event.clipboardData))
  const clear = () => (event.type === 'cut' ? void clearMarked(grid) : undefined)
  const copied = copyOf(grid, false)
  if (copied instanceof Promise) return void writeLate(grid, false, copied).then(isWritten => isWritten && clear())
  if (!copied) return
  writeTo(event.clipboardData, copied)
  clear()
}

export const clipboardCommands: Readonly<Record<string, Run>> = {
  'grid.copy': grid => copyBy(grid, false),
  'grid.cut': grid => copyBy(grid, false, () => void clearMarked(grid)),
  'grid.paste': pasting(richClip),
  'grid.pastePlain': pasting(plainClip),
  'grid.copyWithHeaders': grid => copyBy(grid, true),
}
