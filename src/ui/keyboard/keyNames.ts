/** Display of key sequences: `mod+k` is ⌘K on Apple, otherwise Ctrl K. */
import { currentOs } from '../../commands/keys/keyBindings.ts'

const APPLE: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', meta: '⌘' }
const OTHER: Readonly<Record<string, string>> = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift', meta: 'Win' }
const NAMED: Readonly<Record<string, string>> = {
  enter: '↵',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  backspace: '⌫',
  delete: 'Del',
  plus: '+',
}

function partsOf(stroke: string): readonly string[] {
  // Plus is also the separator.
  if (stroke === '+') return ['plus']
  return stroke.endsWith('++') ? [...stroke.slice(0, -2).split('+'), 'plus'] : stroke.split('+')
}

const capitalised = (part: string) => part.charAt(0).toUpperCase() + part.slice(1)

/** Caps per stroke: `g l` → [['G'], ['L']]. */
export function capsOf(sequence: string, isApple = currentOs() === 'mac'): readonly (readonly string[])[] {
  const modifiers = isApple ? APPLE : OTHER
  return sequence
    .split(' ')
    .map(stroke => partsOf(stroke).map(part => modifiers[part] ?? NAMED[part.toLowerCase()] ?? capitalised(part)))
}

/** Single-line form for texts: `Ctrl+K`, `⌘K`, `G L`. */
export function keyName(sequence: string, isApple = currentOs() === 'mac'): string {
  return capsOf(sequence, isApple)
    .map(stroke => stroke.join(isApple ? '' : '+'))
    .join(' ')
}

/** Value of aria-keyshortcuts, which supports single strokes only. */
export function ariaKeys(sequences: readonly string[], isApple = currentOs() === 'mac'): string | undefined {
  const names: Readonly<Record<string, string>> = { mod: isApple ? 'Meta' : 'Control', ctrl: 'Control' }
  const single = sequences.filter(sequence => !sequence.includes(' '))
  if (single.length === 0) return undefined
  return single
    .map(stroke =>
      partsOf(stroke)
        .map(part => names[part] ?? capitalised(part))
        .join('+'),
    )
    .join(' ')
}
