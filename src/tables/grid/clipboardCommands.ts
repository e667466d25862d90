/** Copy, cut and paste where they are asked for by other means than the browser's own keys. */
import type { Result } from '../../commands/command.ts'
import type { GridState } from './gridState.ts'
import type { Run } from './motionCommands.ts'
import { clearMarked, copyMarked, pasteText } from './transfer.ts'

const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })

/** Copies by the browser's own copying, which works without https too; false when nothing was copied. */
function copyBy(grid: GridState, withTitles: boolean): boolean {
  let isCopied = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.clipboardData) isCopied = copyMarked(grid, event.clipboardData, withTitles)
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return isCopied
}

const cut: Run = grid => {
  if (copyBy(grid, false)) clearMarked(grid)
}

/** Reading the clipboard needs the person's leave and a secure address; the key needs neither. */
const paste: Run = async grid => {
  const pasted = await navigator.clipboard?.readText().catch(() => null)
  if (pasted == null) return refused('grid.reason.clipboard')
  if (pasted === '') return refused('grid.reason.clipboardEmpty')
  await pasteText(grid, pasted)
}

/** By command id. */
export const clipboardCommands: Readonly<Record<string, Run>> = {
  'grid.copy': grid => void copyBy(grid, false),
  'grid.cut': cut,
  'grid.paste': paste,
  'grid.pastePlain': paste,
  'grid.copyWithHeaders': grid => void copyBy(grid, true),
}
