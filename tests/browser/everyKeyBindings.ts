/** Default keys as physical presses, and their expected log entries. */
import type { Command } from '../../src/commands/core/command.ts'
import { overlaps } from '../../src/commands/core/when.ts'
import { type Bound, boundKeys } from '../../src/commands/keys/keyResolution.ts'
import { registeredCommands } from '../support/defaultKeys.ts'
import { type Press, pressOf } from '../support/keyEvents.ts'
import { american, type Layout, layouts } from '../support/keyLayouts.ts'
import { signOf } from './everyKeyProbe.ts'

const registered: readonly Command[] = registeredCommands()

/** Physical key with its bindings: some bindings write one key in two ways. */
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
  /** Commands by key; of sequences with the same start a few suffice. */
  readonly asked: Readonly<Record<string, readonly string[]>>
}

/** How a stroke is pressed on a keyboard. */
function pressed(layout: Layout, stroke: string): Press {
  const press = pressOf(layout, stroke)
  if (!press) throw new Error(`no key for ${stroke}`)
  return press
}

function keyboardOf(layout: Layout): Keyboard {
  // Pressed elsewhere: richText.spec.ts, soleCandidates.spec.ts.
  const commands = registered.filter(({ id }) => !id.startsWith('editor.') && id !== 'record.undoCompletion')
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
const bindingText = (layout: Layout, { command, strokes, when }: Bound): string =>
  JSON.stringify([command, strokes, strokes.map(stroke => signOf(pressed(layout, stroke))), when])

const elsewhere = new Set(bindings.map(bound => bindingText(american, bound)))

/** Bindings that differ on a Mac: its own, and those with ⌘ for Ctrl. */
export const macBindings: readonly Bound[] = macKeyboard.bindings.filter(
  bound => !elsewhere.has(bindingText(apple, bound)),
)

/** Alternative log entries: a general verb delegates to the page's own command. */
const standsIn: Readonly<Record<string, readonly string[]>> = {
  'record.submit': ['record.save'],
  'record.saveNew': ['record.save', 'record.new'],
  'grid.goToRecord': ['palette.open'],
  'selection.actions': ['palette.open'],
  'grid.leave': ['region.next'],
}

/** Is the logged command the expected one or its alternative? */
export function isIntended(ran: string, command: string): boolean {
  // What was done last, whatever that was.
  if (command === 'command.repeat' || command === 'command.undo') return true
  const via = registered.find(({ id }) => id === ran)?.via
  return [command, ...(standsIn[command] ?? [])].some(meant => meant === ran || meant === via)
}

/** What may stand in the log for a command. */
const names = new Map(
  [...bindings, ...macBindings].map(({ command }) => [
    command,
    registered.map(({ id }) => id).filter(id => isIntended(id, command)),
  ]),
)

/** What may stand in the log for these bindings. */
export const namesOf = (bound: readonly Bound[]): readonly string[] =>
  bound.flatMap(({ command }) => names.get(command) ?? [])

/** Does the browser reserve this key in a tab, but not in an installed window? */
export const isOfWindow = ({ bound }: Key): boolean =>
  bound.every(({ when }) => !when.some(condition => overlaps(condition, { installed: false })))
