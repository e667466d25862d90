/** Help: the page in front, the guide, the version. */
import { firstStepsHiddenAtom, hideFirstSteps } from '../../data/settings/homeFirstSteps.ts'
import { loadSystemInformation, systemInformationAtom } from '../../data/settings/systemInformation.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Arguments, Command, KeyBinding, Result } from '../core/command.ts'

const helping = { overlay: ['none', 'palette', 'sheet'] } as const

/** Macs reserve function keys by default: with Option they reach the page. */
const helpKeys: readonly KeyBinding[] = [
  { seq: 'f1', inText: true, when: helping },
  { seq: 'alt+f1', inText: true, os: 'mac', when: helping },
]

async function showVersion(): Promise<Result> {
  if (!store.get(systemInformationAtom)) await loadSystemInformation()
  const version = store.get(systemInformationAtom)?.version
  if (version === undefined) return { status: 'denied', reason: 'when', message: 'call.unreachable' }
  return { status: 'ok', data: { version }, message: 'help.version', values: { version } }
}

async function toggleFirstSteps({ on }: Arguments): Promise<Result> {
  const wasShown = !store.get(firstStepsHiddenAtom)
  const isOn = typeof on === 'boolean' ? on : !wasShown
  await hideFirstSteps(!isOn)
  const message = isOn ? 'start.shown' : 'start.hidden'
  return { status: 'ok', data: { on: isOn }, message, undo: { id: 'help.start', args: { on: wasShown } } }
}

export const helpCommands: readonly Command[] = [
  builtin('help.page', 'app', helpKeys, { icon: 'circle-help' }),
  builtin('help.guide', 'app', [], { accepts: ['chapter'], icon: 'book-open' }),
  builtin('help.start', 'app', [], { accepts: ['on'], run: toggleFirstSteps }),
  builtin('help.version', 'app', [], { run: showVersion }),
]
