/** Every default key of the registry, as a keyboard has it, and what stands in the log when it ran. */
import type { Command } from '../../src/commands/command.ts'
import { type Bound, boundKeys } from '../../src/commands/keyResolution.ts'
import { overlaps } from '../../src/commands/when.ts'
import { registeredCommands } from '../support/defaultKeys.ts'
import { type Press, pressOf } from '../support/keyEvents.ts'
import { american } from '../support/keyLayouts.ts'
import { signOf } from './everyKeyProbe.ts'

const registered: readonly Command[] = registeredCommands()
/** Every default binding there is, but for those of a formatted text: richText.spec.ts presses each of these for what it does. */
export const bindings = boundKeys(
  registered.filter(({ id }) => !id.startsWith('editor.')),
  'other',
)

/** A key on the keyboard, and what is bound to it: some bindings are two ways of writing one key. */
export interface Key {
  readonly stroke: string
  readonly press: Press
  readonly bound: readonly Bound[]
}

export const keys: readonly Key[] = [
  ...Map.groupBy(bindings, bound =>
    signOf(pressOf(american, bound.strokes[0] ?? '') ?? { code: '', held: [] }),
  ).values(),
].map(bound => {
  const stroke = bound[0]?.strokes[0] ?? ''
  const press = pressOf(american, stroke)
  if (!press) throw new Error(`no key for ${stroke}`)
  return { stroke, press, bound }
})

/** The commands bound to each key; of those that begin alike with it a few will do. */
export const asked = Object.fromEntries(
  keys.map(({ press, bound }) => [signOf(press), [...new Set(bound.map(({ command }) => command))].slice(0, 4)]),
)

/** What else may stand in the log for a command: a general verb hands on to the page's own command. */
const standsIn: Readonly<Record<string, readonly string[]>> = {
  'record.submit': ['record.save'],
  'record.saveNew': ['record.save', 'record.new'],
  'grid.goToRecord': ['palette.open'],
  'selection.actions': ['palette.open'],
  'grid.leave': ['region.next'],
}

/** Is what ran the command, or what stands in the log for it? */
export function isMeant(ran: string, command: string): boolean {
  // What was done last, whatever that was.
  if (command === 'command.repeat' || command === 'command.undo') return true
  const via = registered.find(({ id }) => id === ran)?.via
  return [command, ...(standsIn[command] ?? [])].some(meant => meant === ran || meant === via)
}

/** What may stand in the log for a command. */
const names = new Map(
  bindings.map(({ command }) => [command, registered.map(({ id }) => id).filter(id => isMeant(id, command))]),
)

/** What may stand in the log for these bindings. */
export const namesOf = (bound: readonly Bound[]): readonly string[] =>
  bound.flatMap(({ command }) => names.get(command) ?? [])

/** Is it a key that the browser keeps for itself in a tab, and only gives to a window of the console's own? */
export const isOfWindow = ({ bound }: Key): boolean =>
  bound.every(({ when }) => !when.some(condition => overlaps(condition, { installed: false })))
