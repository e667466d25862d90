/** Key sheet rows: keys, their state, and search. */
import { locales } from '#contract/messages/locales.ts'
import type { Command, KeyBinding } from '../core/command.ts'
import { commandTitle, titleIn } from '../core/titles.ts'
import { type ContextKeys, matches } from '../core/when.ts'
import { matchScore, stepOf } from '../search/score.ts'
import { searchable, wordOf } from '../search/searchText.ts'
import { isSameKey } from './keyChanges.ts'
import { type KeySurroundings, overriddenBy, ownersOfBound, sharedWith } from './keyConflicts.ts'
import { type Bound, boundKey, boundKeys, needsWindow } from './keyResolution.ts'
import { sequenceOf } from './keyStroke.ts'
import { blockingOwners, type ReservedBy } from './reservedKeys.ts'
import { defaultKeys, isSingleKey, keysFor } from './userKeys.ts'

/** Key of a row, with its deviation from the default. */
export interface LineKey {
  readonly seq: string
  /** `gone` is removed; `off` goes with all plain characters. */
  readonly state: 'default' | 'preset' | 'own' | 'shared' | 'gone' | 'off' | 'taken'
  readonly by?: string
  /** Prior owner, e.g. browser or system. */
  readonly reservedBy?: ReservedBy
  /** Inactive here, e.g. because a character starts cell entry. */
  readonly isElsewhere?: true
}

export interface KeyLine {
  readonly command: Command
  readonly title: string
  readonly keys: readonly LineKey[]
  readonly isHere: boolean
}

const isInForce = ({ state }: LineKey) => state !== 'gone' && state !== 'off' && state !== 'taken'

export const isTouched = ({ keys }: KeyLine): boolean => keys.some(({ state }) => state !== 'default')

const isOfPage = ({ id, group }: Command) =>
  !id.startsWith('navigate.') && !['group.app', 'group.tabs', 'group.keys'].includes(group)

/** Assignability: commands for scripts and dialogs only never take keys. */
const isKeyed = ({ surfaces }: Command) =>
  surfaces === undefined || surfaces.some(each => each === 'shortcut' || each === 'palette')

/**
 * `commands` have effective keys, `all` their defaults.
 * @param refused denial of the command here, keys aside
 */
export function keyLines(
  all: readonly Command[],
  around: KeySurroundings,
  context: ContextKeys,
  refused: (command: Command) => boolean = () => false,
): readonly KeyLine[] {
  const { userKeys, os, commands, isInstalled } = around
  const userBindings = boundKeys(commands, os).filter(bound => bound.isUserDefined)

  // User-defined keys win, even as a mere prefix.
  const takenBy = (bound: Bound): string | undefined => overriddenBy(bound, userBindings)

  const lineKeyOf = (command: Command, key: KeyBinding, defaults: readonly KeyBinding[]): LineKey => {
    const bound = boundKey(command, key, os)
    const taker = key.native ? undefined : takenBy(bound)
    const by = taker ?? sharedWith(bound, userBindings)
    const isOff = !userKeys.singleKeys && isSingleKey(command, key, os)
    const of = key.isUserDefined ? 'own' : defaults.includes(key) ? 'default' : 'preset'
    const state = isOff ? 'off' : taker ? 'taken' : by ? 'shared' : of
    const reservedBy = key.native
      ? undefined
      : ownersOfBound(bound, os, isInstalled).find(each => blockingOwners.has(each))
    return { seq: key.seq, state, ...(by ? { by } : {}), ...(reservedBy ? { reservedBy } : {}) }
  }

  return all.filter(isKeyed).map(command => {
    const isReachable = (key: KeyBinding) => isInstalled || !needsWindow(key)
    const defaults = defaultKeys(command, os).filter(isReachable)
    const now = keysFor(command, userKeys, os).filter(isReachable)
    const counts = (key: KeyBinding) => matches(boundKey(command, key, os).when, { ...context, overlay: 'none' })
    const current = now.map((key): LineKey => {
      const line = lineKeyOf(command, key, defaults)
      return counts(key) ? line : { ...line, isElsewhere: true }
    })
    const gone = defaults
      .filter(({ seq }) => !now.some(key => isSameKey(key.seq, seq, os)))
      .map(({ seq }): LineKey => ({ seq, state: 'gone' }))
    const keys = [...current, ...gone].filter((key, at, list) => list.findIndex(({ seq }) => seq === key.seq) === at)
    return {
      command,
      title: commandTitle(command),
      keys,
      isHere: isOfPage(command) && keys.some(key => isInForce(key) && !key.isElsewhere) && !refused(command),
    }
  })
}

export function linesByGroup(lines: readonly KeyLine[]): ReadonlyMap<string, readonly KeyLine[]> {
  const groups = Map.groupBy(lines, line => (line.isHere ? 'keys.here' : line.command.group))
  const here = groups.get('keys.here')
  groups.delete('keys.here')
  return new Map([...(here ? [['keys.here', here] as const] : []), ...groups])
}

export interface KeyQuery {
  readonly text: string
  readonly strokes: readonly string[]
}

function hasStrokes({ keys }: KeyLine, strokes: readonly string[], { os }: KeySurroundings): boolean {
  return keys.some(({ seq }) => {
    const own = sequenceOf(seq, os)
    return strokes.every((stroke, at) => own[at] === stroke)
  })
}

/** Normalized key name: `ctrl s`, `Ctrl+S` and `ctrls` are equal. */
const flat = (text: string) => text.toLowerCase().replaceAll(/[\s+]/g, '')

function hasText(
  line: KeyLine,
  text: string,
  soundOf: (text: string) => readonly string[],
  nameOf: (seq: string) => string,
) {
  const { command, keys } = line
  const titles = [...new Set([line.title, ...locales.map(locale => titleIn(locale, command))])]
  const isNamed = text.split(/\s+/).every(word => {
    return titles.some(title => {
      const tier = matchScore(searchable(title, soundOf), wordOf(word))
      return tier !== null && stepOf[tier] <= stepOf.insideWord
    })
  })
  const wanted = flat(text).replaceAll('ctrl', 'mod').replaceAll('cmd', 'mod')
  const isKey = ({ seq }: LineKey) => flat(seq).includes(wanted) || flat(nameOf(seq)).includes(flat(text))
  return isNamed || command.id === text || keys.some(isKey)
}

/** Pronunciation of command names, and names of keys. */
export interface Naming {
  soundOf(text: string): readonly string[]
  nameOf(seq: string): string
}

/** Filters rows. A name also finds keyless commands. */
export function foundLines(
  lines: readonly KeyLine[],
  { text, strokes }: KeyQuery,
  around: KeySurroundings,
  { soundOf, nameOf }: Naming,
): readonly KeyLine[] {
  if (strokes.length > 0) return lines.filter(line => hasStrokes(line, strokes, around))
  const wanted = text.trim()
  if (wanted === '') return lines.filter(({ keys }) => keys.length > 0)
  return lines.filter(line => hasText(line, wanted, soundOf, nameOf))
}
