import type { ArgumentRequest } from '../../commands/gate/prompts.ts'
import { text } from '../../data/language.ts'

export function argumentPrefix({ command, fields }: Pick<ArgumentRequest, 'command' | 'fields'>): string {
  if (command.argumentPrefix) return command.argumentPrefix
  const [first = ''] = Object.keys(fields)
  const key = `${command.id}.${first}`
  return text(key) === key ? (command.entity ?? command.id.split('.')[0] ?? command.id) : command.id
}
