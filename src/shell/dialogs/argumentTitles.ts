/** What the arguments of a command are called, wherever they are asked for. */
import type { ArgumentRequest } from '../../commands/gate/prompts.ts'
import { text } from '../../data/api/messages.ts'

/** Arguments of an action are titled `<entity>.<action>.<field>`, those of a screen by the screen. */
export function argumentPrefix({ command, fields }: Pick<ArgumentRequest, 'command' | 'fields'>): string {
  const [first = ''] = Object.keys(fields)
  const key = `${command.id}.${first}`
  return text(key) === key ? (command.entity ?? command.id.split('.')[0] ?? command.id) : command.id
}
