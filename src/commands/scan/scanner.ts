import { readScan } from '#contract/gs1/label.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import { store, storeLocal } from '../../data/store.ts'
import { contextAtom } from '../core/context.ts'
import type { ContextKeys } from '../core/when.ts'
import { execute } from '../gate/execute.ts'
import { burstAfter, type KeyBurst, minLength, noBurst } from '../keys/keyBurst.ts'
import { interceptorAtom, type KeyInterceptor } from '../keys/keys.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

interface FieldBefore {
  readonly element: TextElement
  readonly value: string
  readonly gridMode: ContextKeys['gridMode']
}

interface Scanning {
  burst: KeyBurst
  field: FieldBefore | null
  isPlace: boolean
}

const scanning = storeLocal((): Scanning => ({ burst: noBurst, field: null, isPlace: false }))

/** Fields that take codes themselves. */
const places =
  '[data-scan], [data-palette], [type=search], [type=password], [contenteditable=true], [data-editor=source]'

function remember(target: EventTarget | null): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  const { gridMode } = store.get(contextAtom)
  scanning().field = isText ? { element: target, value: target.value, gridMode } : null
  scanning().isPlace = target instanceof Element && target.closest(places) !== null
}

function retype(element: TextElement, value: string): void {
  if (element.value === value) return
  element.select()
  document.execCommand(value === '' ? 'delete' : 'insertText', false, value)
}

function restore({ element, value, gridMode }: FieldBefore): void {
  if (element.value === value) return
  const isInGrid = element.closest('[role=grid]') !== null
  if (isInGrid && gridMode === 'navigate') {
    void execute('grid.cancel', {}, { surface: 'shortcut' })
    return
  }
  if (!isInGrid && element.getAttribute('role') === 'combobox') {
    // Escape drops typing, that of the person too.
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    queueMicrotask(() => retype(element, value))
    return
  }
  retype(element, value)
}

/** Identifiers of symbologies are typed by no person. */
const isCode = (scanned: string) => /^\][A-Za-z]\d./.test(scanned) || readScan(scanned) !== null

/** Work in the hall takes any code: bins have names of their own. */
const isHall = () => store.get(contextAtom).page === 'warehousework'

function ended(scanned: string): 'taken' | undefined {
  const { field, isPlace } = scanning()
  if (isPlace || !(isCode(scanned) || isHall())) return undefined
  if (field) restore(field)
  if (store.get(contextAtom).overlay === 'none') void execute('scan.enter', { code: scanned }, { surface: 'shortcut' })
  else notify({ kind: 'warning', text: () => text('scan.closeFirst') })
  return 'taken'
}

const intercept: KeyInterceptor = event => {
  const { burst: before } = scanning()
  const { burst, ended: scanned } = burstAfter(before, event)
  scanning().burst = burst
  if (scanned !== undefined) return ended(scanned)
  if (burst.began !== before.began && burst !== noBurst) remember(event.target)
  // Characters within codes.
  const isAmid = before.text.length >= minLength - 1 && burst.began === before.began
  return !isAmid ? undefined : event.ctrlKey && !event.altKey ? 'taken' : 'typed'
}

export function followScanner(): () => void {
  store.set(interceptorAtom, { intercept })
  return () => store.set(interceptorAtom, null)
}
