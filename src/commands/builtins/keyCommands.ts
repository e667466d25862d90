/** Key settings commands: assign, remove, preset, export and import. */
import { refusals } from '#contract/schema/answer.ts'
import type { Given } from '#contract/schema/call.ts'
import { defineEnumeration, enumeration, text as textField } from '#contract/schema/field.ts'
import { text } from '../../data/language.ts'
import type { RowOutcome } from '../../data/records/row.ts'
import { changeUserSetting } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import {
  type Arguments,
  byHandler,
  type Command,
  type CommandContext,
  type Invocation,
  type Result,
} from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { offerDownload } from '../core/downloads.ts'
import { resultOf } from '../core/outcomes.ts'
import { findCommand, permitted } from '../core/registry.ts'
import { commandTitle } from '../core/titles.ts'
import { currentOs, effectiveKeysOf, keysOf, SETTING_NAME, userKeysAtom } from '../keys/keyBindings.ts'
import { type KeyChange, withChange } from '../keys/keyChanges.ts'
import { assignmentConflicts, newConflicts, withoutConflicts } from '../keys/keyConflicts.ts'
import { askKey } from '../keys/keyRequest.ts'
import type { Bound } from '../keys/keyResolution.ts'
import { isSequence, sequenceOf } from '../keys/keyStroke.ts'
import { standardKeys, textOfUserKeys, type UserKeys, userKeysIn, userKeysInText } from '../keys/userKeys.ts'

/** Permitted commands with effective keys, for conflict checks. */
export const commandsInForce = (): readonly Command[] =>
  permitted().map(command => ({ ...command, keys: effectiveKeysOf(command) }))

async function change(making: (before: UserKeys) => UserKeys): Promise<Invocation> {
  const undo = { id: 'keys.import', args: { values: { ...store.get(userKeysAtom) } } }
  await changeUserSetting(SETTING_NAME, stored => making(userKeysIn(stored) ?? standardKeys))
  return undo
}

const adding = (changes: readonly KeyChange[]) => (before: UserKeys) => ({
  ...before,
  changes: changes.reduce((all, each) => withChange(all, each, currentOs()), before.changes),
})

const invalid = (fieldErrors: Readonly<Record<string, string>>): Result => ({ status: 'invalid', faults: fieldErrors })

const written = (seq: string) => sequenceOf(seq, currentOs()).join(' ')

const assigned = {
  command: textField('命令', { required: true }),
  seq: textField('按键'),
  was: textField('代替的按键'),
}
type Assigned = Given<typeof assigned>

function changeIn({ command, seq, was }: Assigned): KeyChange | Result {
  if (!seq && !was) return invalid({ seq: 'required' })
  if (seq && !isSequence(written(seq))) return invalid({ seq: 'keySequence' })
  if (was && !isSequence(written(was))) return invalid({ was: 'keySequence' })
  return { command, seq: seq ? written(seq) : null, ...(was ? { was: written(was) } : {}) }
}

function conflictsHere(command: Command, made: KeyChange) {
  const { installed } = store.get(contextAtom)
  const around = {
    userKeys: store.get(userKeysAtom),
    os: currentOs(),
    isInstalled: installed,
    commands: commandsInForce(),
  }
  const { conflicts, owners } = assignmentConflicts(command, made, around)
  return { conflicts: conflicts.map(({ second }) => second.command), keepers: owners }
}

async function assign(args: Assigned, { surface, signal }: CommandContext): Promise<Result> {
  const command = findCommand(args.command)
  if (!command) return invalid({ command: 'unknown' })
  const isAsked = surface !== 'script' && !args.seq && !args.was
  const given = isAsked ? await askKey({ command }, signal) : changeIn(args)
  if (given === null) return { status: 'cancelled' }
  if ('status' in given) return given
  const changes = 'command' in given ? [given] : given
  // Scripts get conflicts in the result; users saw them before.
  const conflicts = 'command' in given ? conflictsHere(command, given) : {}
  const undo = await change(adding(changes))
  const keys = keysOf(command).map(({ seq }) => seq)
  return {
    status: 'ok',
    data: { keys, ...conflicts },
    undo,
    message: 'keys.assigned',
    values: { title: commandTitle(command) },
  }
}

async function reset({ command }: { readonly command?: unknown }): Promise<Result> {
  const undo = await change(before =>
    typeof command === 'string'
      ? { ...before, changes: before.changes.filter(each => each.command !== command) }
      : { ...standardKeys, singleKeys: before.singleKeys },
  )
  return { status: 'ok', undo, message: 'keys.isReset' }
}

const titled = (id: string) => {
  const command = findCommand(id)
  return command ? commandTitle(command) : id
}

// Prose spells keys out: Mac symbols appear only in the sheet.
const spelled = (strokes: readonly string[]) =>
  strokes
    .join(' ')
    .replaceAll(/\bmod\b/g, currentOs() === 'mac' ? '⌘' : 'Ctrl')
    .replaceAll(/(?<=^|[+ ])[a-z]/g, letter => letter.toUpperCase())

const refusedRow = (wanted: Bound, { command, strokes }: Bound): RowOutcome => ({
  id: wanted.command,
  ok: false,
  status: refusals.invalid.status,
  message: text('keys.leftOut', { keys: spelled(strokes), other: titled(command), title: titled(wanted.command) }),
  data: { command: wanted.command, seq: wanted.strokes.join(' '), by: command },
})

const presetNames = defineEnumeration('keyPreset', {
  default: '默认',
  excel: 'Excel',
  sheets: 'Google 表格',
  vscode: 'VS Code',
})
const presetFields = { preset: enumeration('方案', presetNames, { required: true }) }

async function choose({ preset }: Given<typeof presetFields>): Promise<Result> {
  const userKeys = store.get(userKeysAtom)
  const conflicts = newConflicts(userKeys, { ...userKeys, preset }, permitted(), currentOs())
  const undo = await change(before => ({ ...before, preset }))
  // User-defined keys override the preset's: overridden ones are reported.
  const rows = conflicts.map(({ first, second }) => refusedRow(second, first))
  if (rows.length > 0) return { status: 'partial', rows, undo, message: 'keys.chosenPartly' }
  return { status: 'ok', undo, message: `keys.chosen.${preset}` }
}

async function switchSingle({ on }: { readonly on?: unknown }): Promise<Result> {
  const isOn = typeof on === 'boolean' ? on : !store.get(userKeysAtom).singleKeys
  const undo = await change(before => ({ ...before, singleKeys: isOn }))
  return { status: 'ok', data: { on: isOn }, undo, message: isOn ? 'keys.singleOn' : 'keys.singleOff' }
}

async function exportKeys(_args: Arguments, { surface }: CommandContext): Promise<Result> {
  const text = textOfUserKeys(store.get(userKeysAtom))
  if (surface !== 'script') offerDownload('lotline-keys.json', new Blob([text], { type: 'application/json' }))
  return { status: 'ok', data: { text } }
}

interface ImportedKeys {
  readonly file?: unknown
  readonly text?: unknown
  readonly values?: unknown
}

/** Imports keys, conflicts omitted and reported. `values` skips the check, for undo. */
async function importKeys({ file, text: contents, values }: ImportedKeys): Promise<Result> {
  const given = file instanceof Blob ? await file.text() : contents
  if (typeof given !== 'string' && values === undefined) return invalid({ file: 'required' })
  const found = typeof given === 'string' ? userKeysInText(given) : userKeysIn(values)
  if (!found) return invalid({ file: 'keyFile' })
  const { keys, leftOut } =
    typeof given === 'string' ? withoutConflicts(found, permitted(), currentOs()) : { keys: found, leftOut: [] }
  const refused = leftOut.flatMap(({ conflicts: [first] }) => (first ? [refusedRow(first.first, first.second)] : []))
  const taken = keys.changes.map((each): RowOutcome => ({ id: each.command, ok: true, status: 0, message: '' }))
  const rows = [...taken, ...refused]
  const { preset, singleKeys } = store.get(userKeysAtom)
  const isNothing = taken.length === 0 && keys.preset === preset && keys.singleKeys === singleKeys
  if (refused.length > 0 && isNothing) return resultOf(rows)
  const undo = await change(() => keys)
  const data = { changes: keys.changes.length }
  // Undo also when only the preset was imported.
  if (refused.length > 0) return { status: 'partial', rows, data, undo, message: 'keys.importedPartly' }
  return {
    status: 'ok',
    data,
    undo,
    message: 'keys.imported',
    values: { count: keys.changes.length },
  }
}

const found = ['快捷键', '快速鍵', '按键', '按鍵', 'keyboard', 'keys', 'shortcuts'] as const

const keyCommand = (id: string, icon: string, extra: Partial<Command>): Command => ({
  ...builtin(id, 'keys', [], { keywords: found, icon }),
  risk: 'write',
  ...extra,
})

export const keyCommands: readonly Command[] = [
  keyCommand('keys.assign', 'keyboard', {
    arguments: assigned,
    surfaces: ['button', 'menu', 'shortcut', 'script'],
    run: assign,
  }),
  keyCommand('keys.preset', 'keyboard', {
    arguments: presetFields,
    run: choose,
  }),
  keyCommand('keys.singleKeys', 'keyboard', { accepts: ['on'], run: switchSingle }),
  keyCommand('keys.export', 'download', { risk: 'read', run: exportKeys }),
  keyCommand('keys.import', 'upload', { accepts: ['file', 'text', 'values'], run: importKeys }),
  keyCommand('keys.reset', 'undo', { accepts: ['command'], confirm: true, run: reset }),
  keyCommand('keys.print', 'printer', { risk: 'read', run: byHandler }),
]
