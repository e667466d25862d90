/** Command call as a script line for the clipboard. Pure. */

import type { Values } from '#contract/schema/field.ts'
import type { Command } from '../../../commands/core/command.ts'

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

function written(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const pairs = Object.entries(value).map(([name, part]) => `${isName(name) ? name : quoted(name)}: ${written(part)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** `await lotline.run('brand.delete', { ids: [3] }, { confirm: 'accept' })`; unknown values are null. */
export function scriptOf({ id, arguments: fields = {}, confirm, rows }: Command, known: Values): string {
  const args = { ...(rows ? { ids: [] } : {}), ...Object.fromEntries(Object.keys(fields).map(name => [name, null])) }
  const whole = written({ ...args, ...known })
  const accepted = confirm ? `, { confirm: 'accept' }` : ''
  return `await lotline.run(${quoted(id)}${whole === '{}' && !confirm ? '' : `, ${whole}`}${accepted})`
}
