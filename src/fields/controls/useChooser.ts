import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { whileEditing } from '../../commands/core/pendingEdit.ts'
import { localeAtom } from '../../data/language.ts'
import type { Parsed } from '../cell.ts'
import { createChoice } from '../options/creating.ts'
import { rememberChosen } from '../options/options.ts'
import { searchOf } from '../options/searchOf.ts'
import { useChoices } from '../options/useChoices.ts'
import type { ControlProps } from './control.ts'

interface Behaviour {
  take(parsed: Parsed, typed: string): void
  clear?(): void
  /** Extra keys before the list's own; true when handled. */
  onKey?(event: KeyboardEvent<HTMLInputElement>, typed: string): boolean
  /** Multi-select: stays open after a choice. */
  stays?: boolean
}

/** Choice input of forms, with the list and rules of cells. */
export function useChooser(props: ControlProps, behaviour: Behaviour) {
  const { field, name, row, value, title, invalid, describedBy } = props
  const locale = useAtomValue(localeAtom)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef({ row, behaviour })
  latest.current = { row, behaviour }
  const own = props.search
  const search = useMemo(
    () => own ?? searchOf(field, name, () => latest.current.row, locale),
    [own, field, name, locale],
  )
  const fieldError = field.to ? 'reference' : 'option'
  const take = (parsed: Parsed | null, text: string) => parsed && latest.current.behaviour.take(parsed, text)
  const choices = useChoices({
    search,
    fieldError,
    current: Array.isArray(value) ? undefined : value,
    onChosen: choice => rememberChosen(field, name, choice),
    onCreate: () => createChoice(field, (id, label) => take({ value: id, label }, '')),
  })
  const { list, close, pick, step, read } = choices

  const choose = (index: number) => {
    const parsed = choices.at(index)
    setTyped(null)
    close()
    take(parsed, '')
    if (behaviour.stays) pick()
  }

  /** Resolves text on blur; typing is never lost silently. */
  const settle = async () => {
    const text = typed
    if (text === null) return void close()
    setTyped(null)
    if (text.trim() === '') {
      close()
      return behaviour.clear?.()
    }
    const parsed = read(text)
    close()
    if (parsed instanceof Promise) take({ fieldError }, text)
    take(await parsed, text)
  }
  const finish = useRef(settle)
  finish.current = settle
  const isTyping = typed !== null
  const isEmptyValue = value === null || value === undefined
  useEffect(() => {
    // Filled in under the cursor: typing replaces it.
    if (!isEmptyValue && document.activeElement === input.current) input.current?.select()
  }, [isEmptyValue])
  useEffect(() => (isTyping ? whileEditing(() => finish.current()) : undefined), [isTyping])

  const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || behaviour.onKey?.(event, typed ?? '')) return
    const by = moves[event.key]
    const hasModifier = event.ctrlKey || event.metaKey
    const isOpen = list.open
    if (by !== undefined && !hasModifier) {
      // Invalid text searches again: it may be a prefix.
      if (isOpen) step(by)
      else if (invalid && typeof value === 'string') choices.typed(value)
      else pick()
    } else if (event.key === 'Enter' && isOpen && list.active >= 0 && !hasModifier) {
      if (list.q === (typed ?? '').trim() || choices.moved()) choose(list.active)
      else void settle()
    } else if (event.key === 'Escape' && (isOpen || typed !== null)) {
      setTyped(null)
      close()
    } else return
    event.preventDefault()
    // Outer layers must not handle the same key.
    event.stopPropagation()
  }

  const inputProps = {
    ref: input,
    role: 'combobox',
    autoComplete: 'off',
    spellCheck: false,
    'aria-expanded': list.open,
    'aria-controls': listId,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': list.open && list.active >= 0 ? `${listId}-${list.active}` : undefined,
    'aria-label': title,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    onKeyDown,
    onChange: (event: { target: HTMLInputElement; nativeEvent: Event }) => {
      setTyped(event.target.value)
      const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
      if (!isComposing) choices.typed(event.target.value)
    },
    onCompositionEnd: () => choices.typed(input.current?.value ?? ''),
    onBlur: () => void settle(),
  }
  return { inputProps, input, typed, list, listId, choose, pick, isOpen: list.open }
}
