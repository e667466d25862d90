/** The lines of the key sheet: what has which keys, what became of its defaults, and what is found by name or by key. */
import { locales } from '../../contract/messages/locales.ts'
import type { Command, KeyBinding } from '../core/command.ts'
import { titleIn, titleOf } from '../core/titles.ts'
import { type ContextKeys, matches } from '../core/when.ts'
import { matchScore, stepOf } from '../search/score.ts'
import { searchable, wordOf } from '../search/searchText.ts'
import type { KeySurroundings } from './keyAssignment.ts'
import { isSameKey } from './keyChanges.ts'
import { keepersOfBound } from './keyConflicts.ts'
import { type Bound, boundKey, boundKeys, needsWindow } from './keyResolution.ts'
import { lostTo, sharedWith } from './keySharing.ts'
import { sequenceOf } from './keyStroke.ts'
import { hardKeepers, type Keeper } from './reservedKeys.ts'
import { defaultKeys, isSingleKey, keysFor } from './userKeys.ts'

/** A key of a line, and why it is not what the console brought along. */
export interface LineKey {
  readonly seq: string
  /**
   * As it came, of the preset, given by the person, given by the person to another command too, taken away, switched off
   * with all plain characters, or given to another.
   */
  readonly state: 'default' | 'preset' | 'own' | 'shared' | 'gone' | 'off' | 'taken'
  /** The command that has it now, or has it as well. */
  readonly by?: string
  /** Who may have it before it comes here. */
  readonly keeper?: Keeper
  /** Does not count where the person stands, e.g. because a character enters the cell. */
  readonly isElsewhere?: true
}

export interface KeyLine {
  readonly command: Command
  readonly title: string
  readonly keys: readonly LineKey[]
  /** Does one of its keys count on the page that is open, where the person stands? */
  readonly isHere: boolean
}

const isInForce = ({ state }: LineKey) => state !== 'gone' && state !== 'off' && state !== 'taken'

/** Is one of the keys not as it came along, or no longer in force? */
export const isTouched = ({ keys }: KeyLine): boolean => keys.some(({ state }) => state !== 'default')

/** Belongs to the page rather than to the frame around it. */
const isOfPage = ({ id, group }: Command) =>
  !id.startsWith('navigate.') && !['group.app', 'group.tabs', 'group.keys'].includes(group)

/** May a person give it a key? What only scripts and dialogs use never comes from the keyboard. */
const isKeyed = ({ surfaces }: Command) =>
  surfaces === undefined || surfaces.some(each => each === 'shortcut' || each === 'palette')

/**
 * Makes the lines of these commands; `commands` are those with the keys in force, `all` those with their defaults.
 * @param refused would the command be refused where the person stands, whatever its keys?
 */
export function keyLines(
  all: readonly Command[],
  around: KeySurroundings,
  context: ContextKeys,
  refused: (command: Command) => boolean = () => false,
): readonly KeyLine[] {
  const { decided, os, commands, isInstalled } = around
  const own = boundKeys(commands, os).filter(bound => bound.own)

  // What one gives oneself comes before all else, also where it only begins with the same strokes.
  const takenBy = (bound: Bound): string | undefined => lostTo(bound, own)

  const keyOf = (command: Command, key: KeyBinding, defaults: readonly KeyBinding[]): LineKey => {
    const bound = boundKey(command, key, os)
    const taker = key.native ? undefined : takenBy(bound)
    const by = taker ?? sharedWith(bound, own)
    const isOff = !decided.singleKeys && isSingleKey(command, key, os)
    const of = key.own ? 'own' : defaults.includes(key) ? 'default' : 'preset'
    const state = isOff ? 'off' : taker ? 'taken' : by ? 'shared' : of
    const keeper = key.native ? undefined : keepersOfBound(bound, os, isInstalled).find(each => hardKeepers.has(each))
    return { seq: key.seq, state, ...(by ? { by } : {}), ...(keeper ? { keeper } : {}) }
  }

  return all.filter(isKeyed).map(command => {
    const isReachable = (key: KeyBinding) => isInstalled || !needsWindow(key)
    const defaults = defaultKeys(command, os).filter(isReachable)
    const now = keysFor(command, decided, os).filter(isReachable)
    const counts = (key: KeyBinding) => matches(boundKey(command, key, os).when, { ...context, overlay: 'none' })
    const kept = now.map((key): LineKey => {
      const line = keyOf(command, key, defaults)
      return counts(key) ? line : { ...line, isElsewhere: true }
    })
    const gone = defaults
      .filter(({ seq }) => !now.some(key => isSameKey(key.seq, seq, os)))
      .map(({ seq }): LineKey => ({ seq, state: 'gone' }))
    const keys = [...kept, ...gone].filter((key, at, list) => list.findIndex(({ seq }) => seq === key.seq) === at)
    return {
      command,
      title: titleOf(command),
      keys,
      isHere: isOfPage(command) && keys.some(key => isInForce(key) && !key.isElsewhere) && !refused(command),
    }
  })
}

/** Lines by the headings of the sheet: what counts here first, then the groups in the order of the commands. */
export function linesByGroup(lines: readonly KeyLine[]): ReadonlyMap<string, readonly KeyLine[]> {
  const groups = Map.groupBy(lines, line => (line.isHere ? 'keys.here' : line.command.group))
  const here = groups.get('keys.here')
  groups.delete('keys.here')
  return new Map([...(here ? [['keys.here', here] as const] : []), ...groups])
}

/** What a line is looked for by. */
export interface KeyQuery {
  readonly text: string
  /** Strokes as they were pressed. */
  readonly strokes: readonly string[]
}

function hasStrokes({ keys }: KeyLine, strokes: readonly string[], { os }: KeySurroundings): boolean {
  return keys.some(({ seq }) => {
    const own = sequenceOf(seq, os)
    return strokes.every((stroke, at) => own[at] === stroke)
  })
}

/** A name of the key as people type it: `ctrl s`, `Ctrl+S` and `ctrls` are one. */
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

/** How names of commands sound, and how keys are named. */
export interface Naming {
  soundOf(text: string): readonly string[]
  nameOf(seq: string): string
}

/** The lines that are looked for. Nothing asked: those with keys. A name finds commands without keys too. */
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
