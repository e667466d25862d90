/** Palette copying: a result, or a command as script line. */
import type { Arguments, Command } from '../../../commands/core/command.ts'
import { isMod } from '../../../commands/keys/keyBindings.ts'
import { text } from '../../../data/language.ts'
import { notify } from '../../../data/notifications.ts'

export async function copyText(copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(copied)
    notify({ kind: 'success', text: () => text('palette.copied'), details: copied })
  } catch {
    notify({ kind: 'warning', text: () => text('palette.notCopied'), details: copied })
  }
}

export function copyScript(event: React.KeyboardEvent, command: Command, known: Arguments): boolean {
  if (!isMod(event) || !event.shiftKey || event.code !== 'KeyC') return false
  void copyText(scriptOf(command, known))
  return true
}

// Command call as a script line for the clipboard. Pure.

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

function written(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const pairs = Object.entries(value).map(([name, part]) => `${isName(name) ? name : quoted(name)}: ${written(part)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** Line `await lotline.run('brand.delete', { ids: [3] })`; unknown values are null. */
export function scriptOf({ id, arguments: fields = {}, confirm, rows }: Command, known: Arguments): string {
  const args = { ...(rows ? { ids: [] } : {}), ...Object.fromEntries(Object.keys(fields).map(name => [name, null])) }
  const whole = written({ ...args, ...known })
  const accepted = confirm ? `, { confirm: 'accept' }` : ''
  return `await lotline.run(${quoted(id)}${whole === '{}' && !confirm ? '' : `, ${whole}`}${accepted})`
}
