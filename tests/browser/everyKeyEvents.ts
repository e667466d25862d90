/** Keyboard of any country, pressed over the browser's own protocol. */
import type { CDPSession } from '@playwright/test'
import { keyOf, type Press } from '../support/keyEvents.ts'
import { american, type Layout } from '../support/keyLayouts.ts'

const virtualKeys: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  Space: 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  ContextMenu: 93,
  Semicolon: 186,
  Equal: 187,
  Comma: 188,
  Minus: 189,
  Period: 190,
  Slash: 191,
  Backquote: 192,
  BracketLeft: 219,
  Backslash: 220,
  BracketRight: 221,
  Quote: 222,
}

const virtualKeyOf = (code: string): number =>
  virtualKeys[code] ?? (/^F\d+$/.test(code) ? 111 + Number(code.slice(1)) : code.charCodeAt(code.length - 1))

const bits = { alt: 1, ctrl: 2, meta: 4, shift: 8, altGraph: 0 } as const

interface Manner {
  readonly layout?: Layout
  /** Is it held, and this is not the first event of it? */
  readonly autoRepeat?: boolean
  /** Taken by an input method: without writing, or without even naming the key? */
  readonly taken?: 'quietly' | 'wholly'
}

export interface Keys {
  press(press: Press, rest?: Manner): Promise<void>
  /** Without letting go again. */
  down(press: Press, rest?: Manner): Promise<void>
  up(press: Press): Promise<void>
  /** Unfinished composition of an input method; nothing ends it. */
  compose(text: string): Promise<void>
  commit(text: string): Promise<void>
}

/** The keyboard of a page. */
export function keysOf(session: CDPSession): Keys {
  const event = ({ code, held }: Press, layout: Layout) => {
    const key = keyOf(layout, { code, held })
    const isHeld = held.some(modifier => modifier !== 'shift')
    const text = key === 'Enter' ? '\r' : key.length === 1 && !isHeld ? key : undefined
    const virtualKey = virtualKeyOf(code)
    const modifiers = held.reduce((sum, modifier) => sum | bits[modifier], 0)
    return { key, code, modifiers, windowsVirtualKeyCode: virtualKey, nativeVirtualKeyCode: virtualKey, text }
  }
  const down: Keys['down'] = async (press, { layout = american, autoRepeat = false, taken } = {}) => {
    const { text, ...said } = event(press, layout)
    const isTyped = text !== undefined && taken === undefined
    const typed = isTyped ? { type: 'keyDown' as const, text } : { type: 'rawKeyDown' as const }
    const rest = taken === 'wholly' ? { ...said, key: 'Process', windowsVirtualKeyCode: 229 } : said
    await session.send('Input.dispatchKeyEvent', { ...rest, ...typed, autoRepeat })
  }
  const up: Keys['up'] = async press => {
    const { text: _text, ...rest } = event(press, american)
    await session.send('Input.dispatchKeyEvent', { ...rest, type: 'keyUp' })
  }
  return {
    down,
    up,
    async press(press, rest) {
      await Promise.all([down(press, rest), up(press)])
    },
    async compose(text) {
      const end = text.length
      await session.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
    },
    async commit(text) {
      await session.send('Input.insertText', { text })
    },
  }
}
