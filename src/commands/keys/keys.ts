/** Keyboard listener, the only one: hotkeys-js delivers, keyResolution.ts resolves. */
import hotkeys from 'hotkeys-js'
import { type Atom, atom } from 'jotai'
import { store, storeLocal } from '../../data/store.ts'
import { contextAtom, keysOfContext } from '../core/context.ts'
import { canPerform, findCommand } from '../core/registry.ts'
import type { ContextKeys } from '../core/when.ts'
import { execute } from '../gate/execute.ts'
import { bindingsAtom, currentOs } from './keyBindings.ts'
import { isRecorded } from './keyRecording.ts'
import { type Bound, resolve } from './keyResolution.ts'
import { chordTimeoutMs } from './keyStroke.ts'
import { accessKeyDown, accessKeyUp, followRelease } from './keyTips.ts'
import { recentTabsKeyDown, recentTabsKeyUp, recentTabsLeft } from './recentTabs.ts'

/** Pending sequence with possible continuations, for the shell. */
export interface PendingChord {
  readonly strokes: readonly string[]
  readonly next: readonly { readonly stroke: string; readonly command: string }[]
}

export const pendingChordAtom = atom<PendingChord | null>(null)

const textInputs = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number', 'date', 'time', ''])

function isTextField(target: Element): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return textInputs.has(target.type)
  return target instanceof HTMLElement && target.isContentEditable
}

/** Focus by the event: a stale context must not catch typing. */
function focusAt(target: EventTarget | null, said: ContextKeys['focus']): ContextKeys['focus'] {
  if (!(target instanceof Element)) return said
  const field = isTextField(target)
  if (said === 'grid' || said === 'gridEditor') {
    if (target.closest('[role=grid], [role=treegrid]')) return said
  } else if (said === 'richtext') {
    if (target instanceof HTMLElement && target.isContentEditable) return said
  } else if (!field && said !== 'text') return said
  return field ? 'text' : 'page'
}

interface Presses {
  /** Timeout of a pending sequence. */
  timer: ReturnType<typeof setTimeout> | undefined
  /** Event whose command awaits propagation through the fields. */
  waiting: { readonly event: KeyboardEvent; readonly command: string } | null
}

const presses = storeLocal((): Presses => ({ timer: undefined, waiting: null }))

export function cancelChord(): void {
  clearTimeout(presses().timer)
  if (store.get(pendingChordAtom)) store.set(pendingChordAtom, null)
}

function waitFor(strokes: readonly string[], next: readonly Bound[]) {
  clearTimeout(presses().timer)
  presses().timer = setTimeout(cancelChord, chordTimeoutMs)
  const continuations = next.map(bound => ({ stroke: bound.strokes[strokes.length] ?? '', command: bound.command }))
  store.set(pendingChordAtom, { strokes, next: continuations })
}

/** Commands after the focused field, which may close its list first. */
const afterField = new Set(['view.back'])

function onBubbled(event: KeyboardEvent): void {
  const { waiting } = presses()
  if (waiting?.event !== event || event.defaultPrevented) return
  event.preventDefault()
  void execute(waiting.command, {}, { surface: 'shortcut' })
}

function pressed(event: KeyboardEvent): void {
  const context = keysOfContext(store.get(contextAtom))
  const pending = store.get(pendingChordAtom)?.strokes ?? []
  const keys = { ...context, focus: focusAt(event.target, context.focus) }
  const can = (id: string) => {
    const command = findCommand(id)
    return command !== undefined && canPerform(command)
  }
  const decision = resolve(event, pending, store.get(bindingsAtom), keys, currentOs(), can)
  if (decision.kind === 'ignored' || decision.kind === 'none') return
  if (decision.kind === 'run' && pending.length === 0 && afterField.has(decision.command)) {
    presses().waiting = { event, command: decision.command }
    return
  }
  event.preventDefault()
  event.stopPropagation()
  if (decision.kind === 'held') return
  if (decision.kind === 'pending') waitFor(decision.strokes, decision.next)
  else cancelChord()
  if (decision.kind === 'run') void execute(decision.command, {}, { surface: 'shortcut' })
}

/** `typed`: left to the field, never a command. */
export type KeyInterceptor = (event: KeyboardEvent) => 'taken' | 'typed' | undefined

export const interceptorAtom = atom<{ readonly intercept: KeyInterceptor } | null>(null)

const intercepted = (event: KeyboardEvent) => store.get(interceptorAtom)?.intercept(event)

function keyDown(event: KeyboardEvent): void {
  presses().waiting = null
  const by = intercepted(event)
  if (by === 'typed') return
  if (by === undefined && !isRecorded(event)) {
    recentTabsKeyDown(event)
    if (!accessKeyDown(event)) {
      pressed(event)
      return
    }
  }
  event.preventDefault()
  event.stopPropagation()
}

function keyUp(event: KeyboardEvent): void {
  intercepted(event)
  if (accessKeyUp(event)) event.preventDefault()
  recentTabsKeyUp(event)
}

/** Window blur: resets pending sequences and held keys. */
function onBlur(): void {
  cancelChord()
  recentTabsLeft()
}

export function startKeys(element: HTMLElement | Document = document): () => void {
  hotkeys.filter = () => true
  hotkeys('*', { element: element as HTMLElement, capture: true, keydown: true, keyup: true }, event => {
    if (event.type === 'keydown') keyDown(event)
    else keyUp(event)
  })
  const ends = [followRelease(), followChord(pendingChordAtom)]
  window.addEventListener('keydown', onBubbled)
  window.addEventListener('blur', onBlur)
  return () => {
    hotkeys.unbind('*')
    for (const end of ends) end()
    window.removeEventListener('keydown', onBubbled)
    window.removeEventListener('blur', onBlur)
    onBlur()
  }
}

// Focused field during a chord: read-only, so that no input method composes.

type Field = HTMLInputElement | HTMLTextAreaElement

// Read-only fields have no input method.
const writable = 'input:read-write, textarea:read-write'

/** Focused plain field; formatted text belongs to its editor. */
function fieldWithFocus(): Field | null {
  const active = document.activeElement
  return active?.matches(writable) ? (active as Field) : null
}

/** Makes the focused field read-only, which detaches input methods. Returns the disposer. */
function followChord(pending: Atom<unknown>): () => void {
  let held: Field | null = null
  const giveBack = () => {
    if (held) held.readOnly = false
    held = null
  }
  const follow = () => {
    const isPending = store.get(pending) !== null
    if (isPending && held && held === document.activeElement) return
    giveBack()
    held = isPending ? fieldWithFocus() : null
    if (held) held.readOnly = true
  }
  const end = store.sub(pending, follow)
  // Capture phase: blur handlers of the field must see its original state.
  document.addEventListener('focusout', giveBack, true)
  document.addEventListener('focusin', follow, true)
  return () => {
    end()
    document.removeEventListener('focusout', giveBack, true)
    document.removeEventListener('focusin', follow, true)
    giveBack()
  }
}
