/** Keyboard places of a form. */
import type { KeyboardEvent } from 'react'
import { enterToRequiredAtom } from '../../data/settings/enterToRequired.ts'
import { store } from '../../data/store.ts'
import { enterGrid, isKeyboardFree } from '../../ui/keyboard/keyboard.ts'

const controls = 'input:not([tabindex="-1"]):not([disabled]), textarea'

const fieldsIn = (form: Element) => [...form.querySelectorAll<HTMLElement>('[data-field]')]

const linesOf = (form: Element) =>
  form.closest('[data-record]')?.querySelector<HTMLElement>('[data-detail] [role=grid]') ?? null

/** Jump to the next missing field, then to the lines. */
export function goToRequired(form: HTMLElement): boolean {
  const all = fieldsIn(form)
  const here = all.findIndex(field => field.contains(document.activeElement))
  const missing = (field: HTMLElement) => field.dataset.missing !== undefined && field.querySelector(controls) !== null
  const field = all.slice(here + 1).find(missing) ?? all.slice(0, Math.max(here, 0)).find(missing)
  const lines = linesOf(form)
  if (field) field.querySelector<HTMLElement>(controls)?.focus()
  else if (lines) enterGrid(lines)
  return field !== undefined || lines !== null
}

/** Enter advances to the next field, as usual in data entry. */
export function goOn(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey || !target.matches('input, textarea[data-line]')) return
  if (target.getAttribute('aria-expanded') === 'true') return
  if (!event.shiftKey && store.get(enterToRequiredAtom) && goToRequired(event.currentTarget)) {
    event.preventDefault()
    return
  }
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)]
  const next = all[all.indexOf(target) + (event.shiftKey ? -1 : 1)]
  if (next || target instanceof HTMLTextAreaElement) event.preventDefault()
  if (next) next.focus()
  else if (target instanceof HTMLTextAreaElement) target.form?.requestSubmit()
}

export const fieldNameOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-field]')?.dataset.field

const controlOf = (field: Element | undefined) =>
  field?.querySelector<HTMLElement>(controls) ??
  field?.querySelector<HTMLElement>('[data-rich-text], button:not([tabindex="-1"])') ??
  null

export const foldedLineOf = (form: Element) => form.querySelector<HTMLElement>('[data-folded-line]')

export function controlNamed(form: Element, names: readonly string[]): HTMLElement | null {
  return controlOf(fieldsIn(form).find(each => names.includes(each.dataset.field ?? '')))
}

/** Control after these fields, otherwise before them. */
export function controlAfter(form: Element, names: readonly string[]): HTMLElement | null {
  const all = fieldsIn(form)
  const isOne = (field: HTMLElement) => names.includes(field.dataset.field ?? '')
  const after = all.slice(all.findLastIndex(isOne) + 1).map(controlOf)
  const before = all.slice(0, Math.max(all.findIndex(isOne), 0)).map(controlOf)
  return after.find(control => control !== null) ?? before.findLast(control => control !== null) ?? null
}

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))
const isAstray = () => isKeyboardFree() || document.activeElement?.closest('[role=dialog], [role=menu]') !== null

/** Focus on a control still to be drawn, despite a closing palette. */
export async function focusDrawn(form: HTMLElement, find: () => HTMLElement | null): Promise<void> {
  let settled = 0
  for (let frame = 0; frame < 12 && settled < 4; frame++) {
    const target = find()
    if (target && (settled === 0 || isAstray())) target.focus()
    if (target) settled += 1
    await drawn()
  }
  if (settled > 0 || !isAstray()) return
  const [first = null] = fieldsIn(form).map(controlOf)
  ;(foldedLineOf(form) ?? first ?? linesOf(form) ?? form.closest<HTMLElement>('[data-screen]'))?.focus()
}
