/** Localized field errors. */
import type { Faults } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'

export function faultText(say: (key: string) => string, fault: string): string {
  return /^[A-Za-z0-9]+$/.test(fault) ? say(`fault.${fault}`) : fault
}

export function faultsBelow(faults: Faults, path: string): Faults {
  const below = Object.entries(faults).filter(([at]) => at.startsWith(path))
  return Object.fromEntries(below.map(([at, fault]) => [at.slice(path.length), fault]))
}

export function faultTitle(
  say: (key: string, values?: Readonly<Record<string, number>>) => string,
  entity: Entity,
  path: string,
): string {
  const [name = '', index, field] = path.split('.')
  const line = entity.lines[name]
  if (!line || field === undefined) return say(line ? `${entity.name}.${name}` : `${entity.name}.${path}`)
  return `${say('grid.faultInLine', { row: Number(index) + 1 })} ${say(`${line.name}.${field}`)}`
}
