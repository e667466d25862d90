/** Probe in the page: target of each keydown, possible performers, commands run. */
import type { Page } from '@playwright/test'
import type { Lotline } from '../../src/commands/script.ts'
import { keyOf, type Modifier, type Press } from '../support/keyEvents.ts'
import { american, type Layout } from '../support/keyLayouts.ts'
import { type Keys, keysOf } from './everyKeyEvents.ts'

/** Context of the page, in the plain values that conditions use. */
export type Situation = Readonly<Record<string, string | boolean>>

export interface Seen {
  /** Commands that keys ran since the press. */
  readonly ran: readonly string[]
  /** Did the keydown reach the focused element, instead of being caught before? */
  readonly arrived: boolean
  /** Did the focused field handle it, once it arrived? */
  readonly handled: boolean
  /** Was a word being composed at the press? */
  readonly composing: boolean
  /** Commands of the key that something on screen could perform at the press. */
  readonly performable: readonly string[]
  /** What the page was in before, and what it is in now. */
  readonly before: Situation
  readonly after: Situation
}

interface Probe {
  /** Commands to ask about at a press, by the key: `ctrl+shift+KeyD`. */
  asked: Readonly<Record<string, readonly string[]>>
  ran: string[]
  arrived: boolean
  handled: boolean
  composing: boolean
  performable: readonly string[]
  before: Situation
  situation(): Situation
  /** The last keydown. */
  event: Event | null
  /** Called when something ran or a window opened. */
  happened: () => void
}

type Watched = Window & { lotline?: Lotline; keyProbe?: Probe }

/** Runs before any page script: its listeners come before the console's. */
function watch(asked: Probe['asked']): void {
  const window = globalThis as unknown as Watched
  // Drafts of one test part must not reach the next.
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('lotline.drafts')) sessionStorage.removeItem(name)
  // Installed window simulated: tests have none.
  const matchMedia = window.matchMedia.bind(window)
  if (sessionStorage.getItem('keyProbe.installed') === 'true')
    window.matchMedia = query => matchMedia(query.includes('display-mode: standalone') ? 'all' : query)
  const situation = (): Situation => {
    const context = window.lotline?.context()
    if (!context) return {}
    const plain = Object.entries(context).filter(([, value]) => /^(string|boolean)$/.test(typeof value))
    // Focus decides: a removed field has none, whatever the context says.
    const isLost = document.activeElement === document.body && /^(text|grid)/.test(context.focus)
    const count = context.selection?.ids.length ?? 0
    return {
      ...(Object.fromEntries(plain) as Record<string, string | boolean>),
      ...(isLost ? { focus: 'page' } : {}),
      selection: count === 0 ? 'none' : count === 1 ? 'one' : 'many',
      record: context.record ? (typeof context.record.id === 'number' ? 'stored' : 'new') : 'none',
    }
  }
  const probe: Probe = {
    asked,
    ran: [],
    arrived: false,
    handled: true,
    composing: false,
    performable: [],
    before: {},
    event: null,
    situation,
    happened: () => undefined,
  }
  window.keyProbe = probe
  const isPerformable = (id: string) =>
    window.lotline?.list({ prefix: id }).some(one => one.id === id && one.why !== 'reason.notHere') ?? false
  let isListening = false
  const listen = (lotline: Lotline) => {
    isListening = true
    lotline.on('command', ({ id, surface }) => {
      if (surface === 'shortcut') probe.ran.push(id)
      probe.happened()
    })
    lotline.on('context', ({ overlay }) => {
      if (overlay !== probe.before.overlay) probe.happened()
    })
    document.documentElement.addEventListener('keydown', () => (probe.arrived = true), true)
  }
  const press = (event: KeyboardEvent) => {
    const { ctrlKey, altKey, shiftKey, metaKey, code, repeat, isComposing, keyCode } = event
    if (!isListening && window.lotline) listen(window.lotline)
    const held = [altKey && 'alt', ctrlKey && 'ctrl', metaKey && 'meta', shiftKey && 'shift'].filter(Boolean)
    const performable = (probe.asked[held.join('+') + code] ?? []).filter(isPerformable)
    const composing = isComposing || keyCode === 229
    Object.assign(probe, { arrived: false, handled: true, composing, performable, event, before: situation() })
    // What a held key runs is counted from its first press.
    if (!repeat) probe.ran = []
  }
  // Listener on the document, as the console's: closing windows are already handled.
  document.addEventListener('keydown', press, true)
  window.addEventListener('keydown', event => {
    probe.handled = event.defaultPrevented
  })
}

/** A press as the probe calls it. */
export const signOf = ({ code, held }: Press): string => [...held].sort().join('+') + code

/** Fields of a keydown that is made. */
type Made = Readonly<Record<string, string | number | boolean>>

/** Keydown on the focused element, as scripts can make it. */
function dispatch(init: Made): void {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true, composed: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
}

/** The page under the probe, with a keyboard before it. */
export interface Probed {
  readonly page: Page
  readonly keys: Keys
  situation(): Promise<Situation>
  /** Synthetic keydown for what the protocol cannot send: browser shortcuts, AltGr, input methods. */
  make(press: Press, rest?: Made, layout?: Layout): Promise<void>
  /** Makes the console detect an installed window, or a browser tab. */
  install(isInstalled: boolean): Promise<void>
  /**
   * Effect of the press: waits for one of these commands or a window, if performable. `isAsked`: does the key confirm
   * first?
   */
  seen(wanted: readonly string[], timeoutMs?: number, isAsked?: boolean): Promise<Seen>
}

/** Patience in ms for a key's effect: generous, as machines may be busy. */
export const maxWaitMs = 20_000

/** Installs the probe before the page loads. `asked`: commands by key, by `signOf`. */
export async function probed(page: Page, asked: Probe['asked']): Promise<Probed> {
  await page.addInitScript(watch, asked)
  const session = await page.context().newCDPSession(page)
  return {
    page,
    keys: keysOf(session),
    make: ({ code, held }, rest = {}, layout = american) => {
      const has = (modifier: Modifier) => held.includes(modifier)
      const modifiers = { ctrlKey: has('ctrl'), altKey: has('alt'), shiftKey: has('shift'), metaKey: has('meta') }
      const made: Made = {
        key: keyOf(layout, { code, held }),
        code,
        ...modifiers,
        modifierAltGraph: has('altGraph'),
        ...rest,
      }
      return page.evaluate(dispatch, made)
    },
    async install(isInstalled) {
      const isChanged = await page.evaluate(wanted => {
        const before = sessionStorage.getItem('keyProbe.installed') === 'true'
        sessionStorage.setItem('keyProbe.installed', String(wanted))
        return before !== wanted
      }, isInstalled)
      if (isChanged) await page.reload()
    },
    situation: () => page.evaluate(() => (window as Watched).keyProbe?.situation() ?? {}),
    seen: (wanted, timeoutMs = maxWaitMs, isAsked = true) =>
      page.evaluate(
        async ([ids, until, mustPerform]) => {
          const { keyProbe: probe } = window as Watched
          if (!probe) throw new Error('the probe is gone')
          const isDone = () =>
            ids.length === 0 ||
            (mustPerform && probe.performable.length === 0) ||
            // Arrived at the focus, and handled there or by nobody.
            (probe.arrived && (probe.handled || probe.event?.defaultPrevented === false)) ||
            ids.some(id => probe.ran.includes(id)) ||
            probe.situation().overlay !== probe.before.overlay
          await new Promise<void>(resolve => {
            if (isDone()) return resolve()
            const timer = setTimeout(resolve, until)
            probe.happened = () => {
              if (!isDone()) return
              clearTimeout(timer)
              resolve()
            }
          })
          const { ran, arrived, handled, composing, performable, before } = probe
          return { ran: [...ran], arrived, handled, composing, performable, before, after: probe.situation() }
        },
        [wanted, timeoutMs, isAsked] as const,
      ),
  }
}
