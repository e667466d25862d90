/** Shortcut teaching for frequently searched commands. */
import type { Command, Result } from '../../../commands/core/command.ts'
import { contextAtom } from '../../../commands/core/context.ts'
import { paletteRuns, resetPaletteRuns } from '../../../commands/core/recents.ts'
import { commandTitle } from '../../../commands/core/titles.ts'
import { text } from '../../../data/language.ts'
import { notify } from '../../../data/notifications.ts'
import { store } from '../../../data/store.ts'
import { keyHere } from '../../../ui/commandLook.ts'
import { keyName } from '../../../ui/keyboard/keyNames.ts'

const runsBefore = 3

/** Shows the shortcut after three palette runs, unless it was used. */
export function teachKey(command: Command, result: Result): void {
  const key = keyHere(command, store.get(contextAtom).page)
  const isDone = result.status === 'ok' || result.status === 'partial'
  if (key === undefined || !isDone || paletteRuns(command.id) < runsBefore) return
  resetPaletteRuns(command.id)
  notify({ kind: 'success', text: () => text('palette.nextTime', { title: commandTitle(command), key: keyName(key) }) })
}
