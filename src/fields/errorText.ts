import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'

export function errorText(say: (key: string) => string, fieldError: string): string {
  return /^[A-Za-z0-9]+$/.test(fieldError) ? say(`fault.${fieldError}`) : fieldError
}

export function errorsBelow(fieldErrors: FieldErrors, path: string): FieldErrors {
  const below = Object.entries(fieldErrors).filter(([at]) => at.startsWith(path))
  return Object.fromEntries(below.map(([at, fieldError]) => [at.slice(path.length), fieldError]))
}

export function errorTitle(
  say: (key: string, values?: Readonly<Record<string, number>>) => string,
  entity: Entity,
  path: string,
): string {
  const [name = '', index, field] = path.split('.')
  const line = entity.lines[name]
  if (!line || field === undefined) return say(line ? `${entity.name}.${name}` : `${entity.name}.${path}`)
  return `${say('grid.faultInLine', { row: Number(index) + 1 })} ${say(`${line.name}.${field}`)}`
}
