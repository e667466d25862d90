import { entityNamed } from '#contract/index.ts'
import type { Arguments, Command, ToolbarEntry } from '../../commands/core/command.ts'
import { contextAtom, keysOfContext } from '../../commands/core/context.ts'
import { canPerform, findCommand, isPermitted } from '../../commands/core/registry.ts'
import { matches } from '../../commands/core/when.ts'
import { toolbarEntries } from '../../commands/entity/toolbarEntries.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'
import { store } from '../../data/store.ts'
import { lastingReasons } from '../commands/availability.ts'
import type { Side } from '../state/column.ts'
import type { MenuKind } from '../state/gridState.ts'

export interface MenuEntry extends ToolbarEntry {
  readonly values?: Readonly<Record<string, string>>
  readonly keys?: string
  readonly reason?: string
}

export interface MenuPlace {
  readonly kind: MenuKind
  readonly entity?: string | undefined
  readonly offers?: readonly ToolbarEntry[] | undefined
  /** Rows, if other than the checked ones. */
  readonly args: Arguments
  /** Header focus, where other shortcuts apply. */
  readonly isOnTitle: boolean
  readonly pinned: Side | undefined
  /** Records that the row and the cell open, in words. */
  readonly opened?: string | undefined
  readonly reference?: string | undefined
  readonly isEditable?: boolean
}

type Group = readonly MenuEntry[]

const inGrid = (...names: readonly string[]): Group => names.map(name => ({ command: `grid.${name}` }))

const rows = inGrid('insertAbove', 'insertBelow', 'duplicateRow', 'deleteRow', 'revertRow')
const decisions = inGrid('takeMine', 'takeTheirs', 'takeMineRow', 'takeTheirsRow')
const further: Group = [{ command: 'selection.actions' }]

const ofGrid: Readonly<Record<MenuKind, (place: MenuPlace) => readonly Group[]>> = {
  cell: () => [
    decisions,
    inGrid('cut', 'copy', 'copyWithHeaders', 'paste'),
    inGrid('edit', 'clear', 'fillDown', 'fillRight', 'fillSeries', 'filterByValue'),
    rows,
    further,
  ],
  row: () => [decisions, inGrid('selectRow'), rows, further],
  column: ({ pinned }) => [
    inGrid('sortAscending', 'sortDescending', 'sortNone'),
    inGrid('filterColumn'),
    inGrid('selectColumn', 'columnFit', 'columnsFit', 'columnLeft', 'columnRight'),
    [
      { command: 'grid.columnPin', label: pinned === 'start' ? 'grid.menu.unpin' : 'grid.menu.pin' },
      { command: 'grid.columnPinEnd', label: pinned === 'end' ? 'grid.menu.unpin' : 'grid.menu.pinEnd' },
      ...inGrid('columnHide', 'columnsChoose', 'columnsShow', 'columnsReset'),
    ],
  ],
}

const opening = (command: string, name: string | undefined): Group =>
  name === undefined ? [] : [{ command, label: 'grid.menu.open', values: { name }, icon: 'file-text' }]

function ofRows({ entity, opened, reference, isEditable }: MenuPlace): Group {
  const definition = entity === undefined ? undefined : entityNamed(entity)
  const links = [...opening('record.open', opened), ...opening('record.openReference', reference)]
  if (!definition) return links
  const { name } = definition
  const onToolbar = toolbarEntries(definition, { isRecord: false, isReadOnly: false, next: [] })
  // Cell copying stands beside it, so the title names its object.
  const named = onToolbar.map(({ label, ...entry }) =>
    entry.command === `${name}.copy` || !label ? entry : { ...entry, label },
  )
  const edit = { command: `${name}.edit`, icon: 'pencil' }
  const edits = isEditable ? [edit] : []
  return [...links, ...[...edits, ...named].filter(({ command }) => findCommand(command)?.rows !== undefined)]
}

/** Shortcut at the place of opening rather than at the current focus. */
function keysThere(command: Command, { isOnTitle }: MenuPlace): string | undefined {
  const there = { focus: 'grid', gridMode: isOnTitle ? 'none' : 'navigate', overlay: 'none' } as const
  const context = { ...keysOfContext(store.get(contextAtom)), ...there }
  return keysOf(command).find(({ when }) => matches(when, context))?.seq
}

function entryOf(entry: MenuEntry, args: Arguments, place: MenuPlace): MenuEntry | null {
  const command = findCommand(entry.command)
  if (!command || !isPermitted(command) || !canPerform(command)) return null
  const reason = reasonAgainst(command, 'menu', args)
  if (reason !== undefined) return lastingReasons.has(reason) ? null : { ...entry, reason }
  const keys = keysThere(command, place)
  return keys === undefined ? entry : { ...entry, keys }
}

export function menuGroups(place: MenuPlace): readonly (readonly MenuEntry[])[] {
  const { kind, offers = [], args } = place
  const entries = (group: Group, given: Arguments) =>
    group.map(entry => entryOf(entry, given, place)).filter(entry => entry !== null)
  const own = kind === 'column' ? [] : entries([...offers, ...ofRows(place)], args)
  const groups = [
    kind === 'cell' ? own.filter(({ reason }) => reason === undefined) : own,
    ...ofGrid[kind](place).map(group => entries(group, {})),
  ]
  return groups.filter(group => group.length > 0)
}
