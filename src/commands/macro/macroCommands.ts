import { atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { defineEnumeration, enumeration, enumerations, type Fields, text as textField } from '#contract/schema/field.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { text } from '../../data/language.ts'
import { changeUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { uuid } from '../../data/uuid.ts'
import { linkTo } from '../builtins/links.ts'
import { builtin } from '../core/builtin.ts'
import type { Arguments, Command, CommandContext, Result } from '../core/command.ts'
import { findCommand, registerCommands } from '../core/registry.ts'
import { targetOf } from '../core/target.ts'
import { askArguments } from '../gate/prompts.ts'
import { ownRecordingAtom } from '../recorder/recording.ts'
import {
  destroys,
  isAllowed,
  type Macro,
  macroIn,
  macroOf,
  macrosIn,
  macroValues,
  storedMacros,
  withMacro,
} from './macro.ts'
import { disagree, runMacro } from './macroRun.ts'
import { stepsInWords, valueInWords } from './macroWords.ts'

const SETTING = 'macros'

const macrosAtom = atom(get => macrosIn(get(userSettingAtom(SETTING))))

const change = (made: (macros: readonly Macro[]) => readonly Macro[]) =>
  changeUserSetting(SETTING, before => storedMacros(made(macrosIn(before))))

const words = ['宏', '巨集', 'macro', '录制', '錄製', 'recording', '自动化', 'automation']

/** Name, and which values are asked each time. */
async function askAbout(macro: Macro, id: string, { signal }: CommandContext): Promise<Macro | null> {
  const command = findCommand(id)
  if (!command) return null
  const values = macroValues(macro.steps)
  const titles = Object.fromEntries(values.map(value => [value.code, valueInWords(value)]))
  const fields: Fields = {
    name: textField('名称', { required: true, max: 60 }),
    ...(values.length > 0 ? { asked: enumerations('每次询问', defineEnumeration('macroValue', titles)) } : {}),
  }
  const asked = { name: macro.name, ...(fields.asked ? { asked: macro.asked } : {}) }
  const confirmation = { question: 'macro.does', values: {}, facts: stepsInWords(macro) }
  const request = { by: 'dialog', command, fields, values: asked, fieldErrors: {}, confirmation } as const
  const given = await askArguments(request, signal)
  if (given === null) return null
  const chosen = Array.isArray(given.asked) ? given.asked.map(String) : []
  return { ...macro, name: String(given.name), asked: chosen }
}

const kept = ({ id, name }: Macro): Result => ({ status: 'ok', data: { id }, message: 'macro.kept', values: { name } })

/** Scripts give name and questions. */
const withGiven = (macro: Macro, { name = macro.name, asked }: Arguments): Macro => ({
  ...macro,
  name: String(name),
  asked: Array.isArray(asked) ? asked.map(String) : macro.asked,
})

async function keep(args: Arguments, context: CommandContext): Promise<Result> {
  const recording = store.get(ownRecordingAtom)
  if (!recording) return { status: 'denied', reason: 'when', message: 'reason.notRecording' }
  const recorded = macroOf(recording.steps())
  if (recorded.steps.length === 0) return { status: 'denied', reason: 'when', message: 'script.nothingRecorded' }
  const begun: Macro = { id: uuid(), name: '', asked: [], from: '', isForeign: false, ...recorded }
  const macro = context.surface === 'script' ? withGiven(begun, args) : await askAbout(begun, 'macro.keep', context)
  if (macro === null) return { status: 'cancelled' }
  if (macro.name === '') return { status: 'invalid', faults: { name: 'required' } }
  await change(macros => withMacro(macros, macro))
  recording.stop()
  store.set(ownRecordingAtom, before => (before === recording ? null : before))
  return kept(macro)
}

const macroNamed = ({ macro }: Arguments) => store.get(macrosAtom).find(({ id }) => id === macro)

const unknown: Result = { status: 'invalid', faults: { macro: 'required' } }

async function edit(args: Arguments, context: CommandContext): Promise<Result> {
  const before = macroNamed(args)
  if (!before) return unknown
  const macro = context.surface === 'script' ? withGiven(before, args) : await askAbout(before, 'macro.edit', context)
  if (macro === null) return { status: 'cancelled' }
  await change(macros => withMacro(macros, macro))
  return kept(macro)
}

async function remove(args: Arguments): Promise<Result> {
  const macro = macroNamed(args)
  if (!macro) return unknown
  await disagree(macro)
  await change(macros => macros.filter(({ id }) => id !== macro.id))
  return { status: 'ok', message: 'macro.deleted', values: { name: macro.name } }
}

/** Longest address that servers take, in characters. */
const maxAddress = 8000

/** Address to send to others, as of saved views. */
async function share(args: Arguments): Promise<Result> {
  const macro = macroNamed(args)
  if (!macro) return unknown
  const from = store.get(sessionAtom)?.name ?? ''
  const address = linkTo({ id: 'macro.take', args: { macro: JSON.stringify({ ...macro, from }) } })
  if (address.length > maxAddress) return { status: 'denied', reason: 'when', message: 'macro.reason.tooLong' }
  try {
    await navigator.clipboard.writeText(address)
    return { status: 'ok', message: 'macro.copied', data: { address }, values: { name: macro.name } }
  } catch {
    return { status: 'ok', message: 'view.notCopied', values: { address }, data: { address } }
  }
}

function macroInText(given: unknown): Macro | null {
  try {
    const macro = macroIn(JSON.parse(String(given)))
    return macro && isAllowed(macro) ? { ...macro, isForeign: true } : null
  } catch {
    return null
  }
}

const unreadable: Result = { status: 'denied', reason: 'when', message: 'macro.reason.steps' }

function replacedBy({ id }: Macro): readonly string[] {
  const before = store.get(macrosAtom).find(macro => macro.id === id)
  return before ? [text('macro.replaces', { name: before.name })] : []
}

/** Keeps a shared macro; its next version replaces it. */
async function take(args: Arguments): Promise<Result> {
  const macro = macroInText(args.macro)
  if (!macro) return unreadable
  await change(macros => withMacro(macros, macro))
  return kept(macro)
}

const macroCommand = (id: string, extra: Partial<Command>): Command => ({
  ...builtin(`macro.${id}`, 'macro', [], { icon: 'scroll-text', keywords: words }),
  single: 'queue',
  ...extra,
})

const noMacro = () => (store.get(macrosAtom).length > 0 ? undefined : 'macro.reason.none')

function managing(macros: readonly Macro[]): readonly Command[] {
  const names = defineEnumeration('ownmacro', Object.fromEntries(macros.map(({ id, name }) => [id, name])))
  const chosen = { arguments: { macro: enumeration('宏', names, { required: true }) }, disabledReason: noMacro }
  return [
    macroCommand('keep', {
      accepts: ['name', 'asked'],
      disabledReason: () => (store.get(ownRecordingAtom) ? undefined : 'reason.notRecording'),
      run: keep,
    }),
    macroCommand('edit', { ...chosen, accepts: ['name', 'asked'], run: edit }),
    macroCommand('delete', { ...chosen, risk: 'destructive', confirm: true, run: remove }),
    macroCommand('share', { ...chosen, run: share }),
    macroCommand('take', {
      risk: 'write',
      arguments: { macro: textField('宏', { required: true, max: maxAddress }) },
      surfaces: ['link', 'script'],
      foresee: async args => {
        const macro = macroInText(args.macro)
        return macro ? { facts: [...replacedBy(macro), ...stepsInWords(macro)] } : { refused: unreadable }
      },
      run: take,
    }),
  ]
}

const noRows =
  (entity: string): NonNullable<Command['disabledReason']> =>
  (context, args) =>
    targetOf(entity, context, args).ids.length > 0 ? undefined : 'reason.noSelection'

function commandOf(macro: Macro): Command {
  const entity = entityNamed(macro.row?.entity ?? '')
  return macroCommand(macro.id, {
    title: 'command.macro.run',
    values: { name: macro.name },
    surfaces: ['palette', 'button', 'menu', 'shortcut', 'script'],
    risk: macro.steps.some(destroys) ? 'destructive' : 'write',
    single: 'drop',
    ...(entity ? { rows: { entity }, disabledReason: noRows(entity.name) } : {}),
    run: (args, context) => runMacro(macro, args, context),
  })
}

function register(): () => void {
  const macros = store.get(macrosAtom)
  return registerCommands('macros', [...managing(macros), ...macros.map(commandOf)])
}

export function registerMacros(): () => void {
  let remove = register()
  const end = store.sub(macrosAtom, () => {
    remove = register()
  })
  return () => {
    end()
    remove()
  }
}
