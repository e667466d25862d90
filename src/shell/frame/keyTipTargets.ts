/** What on screen can be pressed by a letter, and by which one. */

import { contextAtom } from '../../commands/core/context.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { together } from '../../commands/core/when.ts'
import { argumentAtom, confirmationAtom } from '../../commands/gate/prompts.ts'
import { bindingsAtom, currentOs } from '../../commands/keys/keyBindings.ts'
import { accessCodes, type Lettered, wordsOf } from '../../commands/keys/keyTipLetters.ts'
import { holderOf } from '../../commands/keys/keyTips.ts'
import { intlAtom, textIn } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'

export interface AccessTarget {
  readonly element: HTMLElement
  readonly code: readonly string[]
  readonly rect: DOMRect
  readonly isGreyed: boolean
  /** Is it a sequence of keys that runs it anyhow, letters shown or not? */
  readonly isShortcut: boolean
}

const PRESSABLE = 'button, a[href], [role=tab], [role^=menuitem]'
const LAYERS = ':is([role=menu], [role=dialog], [role=alertdialog]):not([data-closed])'
/** Where the arrows go about, and keys mean something of their own. */
const OTHERS = '[role=grid], [role=treegrid], [role=listbox], [data-editor] [role=toolbar], [aria-hidden=true]'

/** The window or menu in front; the page where there is none. */
function layer(): Element {
  const open = [...document.querySelectorAll(LAYERS)].filter(element => element.checkVisibility())
  return open.at(-1) ?? document.body
}

/** Would a click in its middle reach it? Not when it is scrolled away or something lies over it. */
function isInReach(element: HTMLElement, { left, top, width, height }: DOMRect): boolean {
  const hit = width > 0 ? document.elementFromPoint(left + width / 2, top + height / 2) : null
  return hit !== null && element.contains(hit)
}

/** A small button inside a field or a tab is no stop of its own: the keyboard has other ways to do what it does. */
function isStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 || element.matches('[role=tab], [role^=menuitem], [role=treeitem]')
}

/** Keys of commands that begin with the key that is held, without it, as far as they hold on this screen. */
function heldKeys() {
  const { overlay, page } = store.get(contextAtom)
  const held = `${holderOf(currentOs())}+`
  return store.get(bindingsAtom).flatMap(({ command, strokes, when }) => {
    const [first = '', ...others] = strokes
    const key = first.startsWith(held) ? first.slice(held.length) : ''
    return /^[a-z0-9]$/.test(key) && together(when, { overlay, page }).length > 0
      ? [{ command, keys: [key, ...others] }]
      : []
  })
}

type HeldKeys = ReturnType<typeof heldKeys>

/** The command something runs: it says so, it answers what a command asked, or it is the link to a page. */
function commandOf(element: HTMLElement): string | undefined {
  if (element.dataset.answer === 'accept') return (store.get(confirmationAtom) ?? store.get(argumentAtom))?.command.id
  const href = element.getAttribute('href')
  return element.dataset.command ?? (href?.startsWith('/') ? `navigate.${href.slice(1) || 'index'}` : undefined)
}

/** Of several messages that read the same, the one with the shortest name: that of a page before that of a field. */
const isNearer = (key: string, other: string) => key.split('.').length < other.split('.').length

const keysByText = new WeakMap<object, ReadonlyMap<string, string>>()

/** The message that each text on screen comes from. */
function keysIn(messages: object): ReadonlyMap<string, string> {
  const known = keysByText.get(messages)
  if (known) return known
  const keys = new Map<string, string>()
  for (const [key, said] of Object.entries(messages)) {
    const other = keys.get(String(said))
    if (other === undefined || isNearer(key, other)) keys.set(String(said), key)
  }
  keysByText.set(messages, keys)
  return keys
}

/** The English of a text on screen. */
function englishOf(label: string): string {
  const key = keysIn(store.get(intlAtom).messages).get(label)
  return key === undefined ? label : textIn('en-US', key)
}

/** What it is called: the first text in it, so that counts and keys behind it do not matter. */
function labelOf(element: HTMLElement): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  return (element.ariaLabel ?? texts.nextNode()?.textContent ?? '').trim()
}

function lettered(element: HTMLElement, keys: HeldKeys): Lettered {
  const id = commandOf(element)
  const command = id === undefined ? undefined : findCommand(id)
  const names = [id, command?.via]
  // The sequence of a page stands where pages are listed; a link to it elsewhere is one of many and has a letter.
  const isListed = element.closest('[data-region=sidebar]') !== null
  const own = keys.find(key => names.includes(key.command) && (isListed || key.keys.length === 1))?.keys
  const words =
    command && !/\.\d+$/.test(command.id) ? wordsOf(command.id) : englishOf(labelOf(element)).split(/[^a-z]+/i)
  return { own, words: words.map(word => word.replaceAll(/[^a-z]/gi, '')).filter(word => word !== '') }
}

/** Who chooses a letter first: what the screen is for, before the frame around it, and words before mere pictures. */
function rankOf(element: HTMLElement): number {
  const isFrame = element.closest('[data-region]:not([data-region=main])') !== null
  return (isFrame ? 2 : 0) + (element.textContent?.trim() ? 0 : 1)
}

/** Everything in the layer in front that a letter presses now. In the tree of pages only what has its keys already. */
export function accessTargets(): readonly AccessTarget[] {
  const keys = heldKeys()
  const found = [...layer().querySelectorAll<HTMLElement>(PRESSABLE)]
    .filter(element => !element.matches(':disabled') && isStop(element) && !element.closest(OTHERS))
    .map(element => ({ element, rect: element.getBoundingClientRect(), ...lettered(element, keys) }))
    .filter(({ element, rect, own }) => (own || !element.closest('[role=tree]')) && isInReach(element, rect))
    .sort((one, other) => rankOf(one.element) - rankOf(other.element))
  const codes = accessCodes(found, new Set(keys.flatMap(key => key.keys.slice(0, 1))))
  return found.flatMap(({ element, rect, own }, index) => {
    const code = codes[index] ?? []
    const isShortcut = code === own && code.length > 1
    return code.length > 0 ? [{ element, code, rect, isShortcut, isGreyed: element.ariaDisabled === 'true' }] : []
  })
}

/** Presses it as a click does. What had the keyboard keeps it, unless it went away by that. */
export function press(element: HTMLElement): void {
  element.click()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && element.isConnected) element.focus()
  })
}
