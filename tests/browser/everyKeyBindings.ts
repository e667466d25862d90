/** Every default key of the registry, as a keyboard has it, and what stands in the log when it ran. */
import type { Command } from '../../src/commands/core/command.ts'
import { overlaps } from '../../src/commands/core/when.ts'
import { type Bound, boundKeys } from '../../src/commands/keys/keyResolution.ts'
import { registeredCommands } from '../support/defaultKeys.ts'
import { type Press, pressOf } from '../support/keyEvents.ts'
import { american, type Layout, layouts } from '../support/keyLayouts.ts'
import { signOf } from './everyKeyProbe.ts'

const registered: readonly Command[] = registeredCommands()

/** A key on the keyboard, and what is bound to it: some bindings are two ways of writing one key. */
export interface Key {
  readonly stroke: string
  readonly press: Press
  readonly layout: Layout
  readonly bound: readonly Bound[]
}

/** What there is to press on a kind of machine. */
export interface Keyboard {
  readonly bindings: readonly Bound[]
  readonly keys: readonly Key[]
  /** The commands bound to each key, by its sign; of those that begin alike with it a few will do. */
  readonly asked: Readonly<Record<string, readonly string[]>>
}

/** How a stroke is pressed on a keyboard. */
function pressed(layout: Layout, stroke: string): Press {
  const press = pressOf(layout, stroke)
  if (!press) throw new Error(`no key for ${stroke}`)
  return press
}

function keyboardOf(layout: Layout): Keyboard {
  // Not those of a formatted text: richText.spec.ts presses each of these for what it does.
  const commands = registered.filter(({ id }) => !id.startsWith('editor.'))
  const bindings = boundKeys(commands, layout.os)
  const first = ({ strokes }: Bound) => strokes[0] ?? ''
  const keys = [...Map.groupBy(bindings, bound => signOf(pressed(layout, first(bound)))).values()].flatMap(bound => {
    const [stroke] = bound.map(first)
    return stroke === undefined ? [] : [{ stroke, press: pressed(layout, stroke), layout, bound }]
  })
  const few = (bound: readonly Bound[]) => [...new Set(bound.map(({ command }) => command))].slice(0, 4)
  return { bindings, keys, asked: Object.fromEntries(keys.map(({ press, bound }) => [signOf(press), few(bound)])) }
}

const apple = layouts.find(({ os }) => os === 'mac') ?? american

/** Every default binding there is. */
export const { bindings, keys, asked } = keyboardOf(american)

/** Every default binding of a Mac. */
export const macKeyboard = keyboardOf(apple)

/** How a binding is written and pressed, and when it counts. */
const sayingOf = (layout: Layout, { command, strokes, when }: Bound): string =>
  JSON.stringify([command, strokes, strokes.map(stroke => signOf(pressed(layout, stroke))), when])

const elsewhere = new Set(bindings.map(bound => sayingOf(american, bound)))

/** The bindings that are others on a Mac: its own ones, and those with ⌘ in place of Ctrl. */
export const macBindings: readonly Bound[] = macKeyboard.bindings.filter(
  bound => !elsewhere.has(sayingOf(apple, bound)),
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
  [...bindings, ...macBindings].map(({ command }) => [
    command,
    registered.map(({ id }) => id).filter(id => isMeant(id, command)),
  ]),
)

/** What may stand in the log for these bindings. */
export const namesOf = (bound: readonly Bound[]): readonly string[] =>
  bound.flatMap(({ command }) => names.get(command) ?? [])

/** Is it a key that the browser keeps for itself in a tab, and only gives to a window of the console's own? */
export const isOfWindow = ({ bound }: Key): boolean =>
  bound.every(({ when }) => !when.some(condition => overlaps(condition, { installed: false })))
