/** Palette copying: a result, or a command as script line. */

import type { Values } from '#contract/schema/field.ts'
import type { Command } from '../../../commands/core/command.ts'
import { isMod } from '../../../commands/keys/keyBindings.ts'
import { text } from '../../../data/api/messages.ts'
import { notify } from '../../../data/notifications.ts'
import { scriptOf } from './scriptOf.ts'

export async function copyText(copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(copied)
    notify({ kind: 'success', text: () => text('palette.copied'), details: copied })
  } catch {
    notify({ kind: 'warning', text: () => text('palette.notCopied'), details: copied })
  }
}

/** Copies the script line on Mod+Shift+C; true when handled. */
export function copyScript(event: React.KeyboardEvent, command: Command, known: Values): boolean {
  if (!isMod(event) || !event.shiftKey || event.code !== 'KeyC') return false
  void copyText(scriptOf(command, known))
  return true
}
