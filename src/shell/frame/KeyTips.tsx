import { useAtomValue } from 'jotai'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { contextAtom } from '../../commands/core/context.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { and } from '../../commands/core/when.ts'
import { argumentAtom, confirmationAtom } from '../../commands/gate/prompts.ts'
import { bindingsAtom, currentOs } from '../../commands/keys/keyBindings.ts'
import { accessCodes, beginsWith, type Lettered, wordsOf } from '../../commands/keys/keyTipLetters.ts'
import { accessAtom, accessCodesAtom, holderOf } from '../../commands/keys/keyTips.ts'
import { intlAtom, textIn } from '../../data/language.ts'
import { memoized } from '../../data/memo.ts'
import { store } from '../../data/store.ts'
import styles from './KeyTips.module.css'

/** Key tips while Alt is held; `aria-keyshortcuts` already informs screen readers. */
export function KeyTips() {
  const access = useAtomValue(accessAtom)
  const [targets, setTargets] = useState<readonly AccessTarget[]>([])
  const isShown = access !== null
  const isHeld = access?.isHeld ?? false

  useLayoutEffect(() => {
    if (!isShown) return undefined
    const look = () => {
      const found = accessTargets()
      setTargets(found)
      // Existing shortcut sequences continue without a held key.
      const ours = found.filter(({ isShortcut }) => !(isHeld && isShortcut))
      store.set(
        accessCodesAtom,
        ours.map(({ code, element }) => ({ code, press: () => press(element) })),
      )
    }
    look()
    window.addEventListener('resize', look)
    document.addEventListener('scroll', look, true)
    return () => {
      store.set(accessCodesAtom, [])
      setTargets([])
      window.removeEventListener('resize', look)
      document.removeEventListener('scroll', look, true)
    }
  }, [isShown, isHeld])

  if (!access) return null
  return createPortal(
    <div className={styles.layer} aria-hidden="true" data-access>
      {targets
        .filter(({ code }) => beginsWith(code, access.pressed))
        .map(({ code, element, rect, isGreyed }) => (
          <kbd
            key={code.join(' ')}
            className={styles.letter}
            data-code={code.join(' ')}
            data-greyed={isGreyed || undefined}
            data-side={element.closest('[role=tree], [role=menu]') ? 'end' : 'corner'}
            style={placeOf(rect)}
          >
            {code.slice(access.pressed.length).map(written).join('')}
          </kbd>
        ))}
    </div>,
    document.body,
  )
}

const placeOf = ({ left, top, width }: DOMRect): CSSProperties =>
  ({ left, top, '--left': `${left}px`, '--top': `${top}px`, '--width': `${width}px` }) as CSSProperties

const written = (stroke: string) => stroke.replace('shift+', '⇧').toUpperCase()

// Key tip targets and their letters.

interface AccessTarget {
  readonly element: HTMLElement
  readonly code: readonly string[]
  readonly rect: DOMRect
  readonly isGreyed: boolean
  /** Existing shortcut sequence, active without key tips. */
  readonly isShortcut: boolean
}

const FIELD = '[data-field] :is(input:not([type=file]), textarea)'
const PRESSABLE = `button, a[href], [role=tab], [role^=menuitem], ${FIELD}`
const LAYERS = ':is([role=menu], [role=dialog], [role=alertdialog]):not([data-closed])'
/** Widgets with their own arrow navigation and keys. */
const OTHERS =
  '[role=grid], [role=treegrid], [role=listbox], [data-editor] [role=toolbar], [data-zeros] ul, [aria-hidden=true]'

function layer(): Element {
  const open = [...document.querySelectorAll(LAYERS)].filter(element => element.checkVisibility())
  return open.at(-1) ?? document.body
}

/** Hit test of the centre: excludes scrolled-out and covered elements. */
function isInReach(element: HTMLElement, { left, top, width, height }: DOMRect): boolean {
  const hit = width > 0 ? document.elementFromPoint(left + width / 2, top + height / 2) : null
  return hit !== null && element.contains(hit)
}

/** Focus stop; buttons nested in fields or tabs have other keys. */
function isStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 || element.matches('[role=tab], [role^=menuitem], [role=treeitem]')
}

/** Remaining strokes of shortcuts starting with the held key. */
function heldKeys() {
  const { overlay, page } = store.get(contextAtom)
  const held = `${holderOf(currentOs())}+`
  return store.get(bindingsAtom).flatMap(({ command, strokes, when }) => {
    const [first = '', ...others] = strokes
    const key = first.startsWith(held) ? first.slice(held.length) : ''
    return /^[a-z0-9]$/.test(key) && and(when, { overlay, page }).length > 0
      ? [{ command, keys: [key, ...others] }]
      : []
  })
}

type HeldKeys = ReturnType<typeof heldKeys>

function commandOf(element: HTMLElement): string | undefined {
  if (element.dataset.answer === 'accept') return (store.get(confirmationAtom) ?? store.get(argumentAtom))?.command.id
  const href = element.getAttribute('href')
  return element.dataset.command ?? (href?.startsWith('/') ? `navigate.${href.slice(1) || 'index'}` : undefined)
}

/** Ambiguous text: prefer the shortest key, page over field. */
const isNearer = (key: string, other: string) => key.split('.').length < other.split('.').length

const keysIn = memoized((messages: object): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const [key, said] of Object.entries(messages)) {
    const other = keys.get(String(said))
    if (other === undefined || isNearer(key, other)) keys.set(String(said), key)
  }
  return keys
})

function englishOf(label: string): string {
  const keys = keysIn(store.get(intlAtom).messages)
  // Names follow a word of ours: "账户 admin".
  const key = keys.get(label) ?? keys.get(label.split(' ')[0] ?? '')
  return key === undefined ? label : textIn('en-US', key)
}

function labelOf(element: HTMLElement): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  return (element.ariaLabel ?? texts.nextNode()?.textContent ?? '').trim()
}

const fieldOf = (element: HTMLElement) => element.closest<HTMLElement>('[data-field]')

/** Fields of several controls have one letter. */
const isFurther = (element: HTMLElement) =>
  element.matches(FIELD) && fieldOf(element)?.querySelector('input:not([type=file]), textarea') !== element

function lettered(element: HTMLElement, keys: HeldKeys): Lettered {
  if (element.matches(FIELD)) return { words: (fieldOf(element)?.dataset.field ?? '').split(/(?=[A-Z])|Id$/) }
  const id = commandOf(element)
  const command = id === undefined ? undefined : findCommand(id)
  const names = [id, command?.via]
  // Page sequences belong to the sidebar; other links get letters.
  const isListed = element.closest('[data-region=sidebar]') !== null
  const own = keys.find(key => names.includes(key.command) && (isListed || key.keys.length === 1))?.keys
  const english = () => {
    // Labels that several messages share name theirs.
    const { message } = element.dataset
    return message === undefined ? englishOf(labelOf(element)) : textIn('en-US', message)
  }
  const words = command && !/\.\d+$/.test(command.id) ? wordsOf(command.id) : english().split(/[^a-z]+/i)
  return {
    own,
    words: words.map(word => word.replaceAll(/[^a-z]/gi, '')).filter(word => word !== ''),
    isBeside: isListed,
  }
}

/** Letter priority: screen before frame, text before icons. */
function rankOf(element: HTMLElement): number {
  const isFrame = element.closest('[data-region]:not([data-region=main])') !== null
  const hasText = element.matches(FIELD) || element.textContent?.trim()
  return (isFrame ? 2 : 0) + (hasText ? 0 : 1)
}

function accessTargets(): readonly AccessTarget[] {
  const keys = heldKeys()
  const found = [...layer().querySelectorAll<HTMLElement>(PRESSABLE)]
    .filter(
      element => !element.matches(':disabled') && isStop(element) && !element.closest(OTHERS) && !isFurther(element),
    )
    .map(element => ({ element, rect: element.getBoundingClientRect(), ...lettered(element, keys) }))
    .filter(({ element, rect }) => isInReach(element, rect))
    .sort((one, other) => rankOf(one.element) - rankOf(other.element))
  const codes = accessCodes(found, new Set(keys.flatMap(key => key.keys.slice(0, 1))))
  return found.flatMap(({ element, rect, own }, index) => {
    const code = codes[index] ?? []
    const isShortcut = code === own && code.length > 1
    return code.length > 0 ? [{ element, code, rect, isShortcut, isGreyed: element.ariaDisabled === 'true' }] : []
  })
}

function press(element: HTMLElement): void {
  if (element.matches(FIELD)) {
    element.focus()
    return
  }
  // Groups of the sidebar: arrows go on from there.
  if (element.matches('[role=treeitem][aria-expanded]')) element.focus()
  element.click()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && element.isConnected) element.focus()
  })
}
