import { useAtomValue } from 'jotai'
import { type ChangeEvent, type CompositionEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { localeAtom } from '../../data/language.ts'
import cellStyles from '../Cells.module.css'
import { cells, inputModeOf } from '../index.ts'
import { isNumeric, isRefused } from '../typing.ts'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { DateFrame } from './DateFrame.tsx'
import { useWritten } from './useWritten.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Strips pasted line breaks from single-line text, preserving the cursor. */
function unbroken(element: TextElement): void {
  const { value, selectionStart: at } = element
  if (!value.includes('\n')) return
  element.value = value.replaceAll('\n', ' ')
  element.setSelectionRange(at, at)
}

/** Text input committing each keystroke, for totals; reformatted on blur. */
export function TextControl({
  id,
  name,
  entity,
  field,
  row,
  value,
  title,
  unit = '',
  quantity,
  grows = false,
  invalid,
  describedBy,
  onChange,
}: ControlProps) {
  const locale = useAtomValue(localeAtom)
  const [typed, setTyped] = useState<string | null>(null)
  const written = useWritten({ field, row, value, quantity })
  const isComposing = useRef(false)
  const kind = cells[field.kind]
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = element.current
    const refuse = (event: InputEvent) => isRefused(field, event) && event.preventDefault()
    // Native event: React's differs and fires too late.
    input?.addEventListener('beforeinput', refuse)
    return () => input?.removeEventListener('beforeinput', refuse)
  }, [field])

  const commit = (entered: string) => {
    const parsed = written.parse(entered, () => latest.current(entered))
    // Invalid input is kept as typed, with an error.
    const next = 'fieldError' in parsed ? entered : parsed.value
    if (next !== (value ?? kind.clear)) onChange(next)
  }
  const latest = useRef(commit)
  latest.current = commit
  const shared = {
    id,
    'data-name': name,
    value: typed ?? (field.kind === 'secret' ? String(value ?? '') : kind.toText(value, row, field, locale, name)),
    'aria-label': title,
    title: kind.hint?.(value),
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    onChange: (event: ChangeEvent<TextElement>) => {
      if (grows) unbroken(event.target)
      setTyped(event.target.value)
      if (!isComposing.current) commit(event.target.value)
    },
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: (event: CompositionEvent<TextElement>) => {
      isComposing.current = false
      commit(event.currentTarget.value)
    },
    onBlur: () => setTyped(null),
  }

  if (field.kind === 'longText') return <textarea {...shared} className={styles.area} rows={4} />
  if (grows)
    return (
      <textarea
        {...shared}
        className={styles.area}
        rows={1}
        data-line
        autoComplete="off"
        onFocus={event => event.currentTarget.select()}
      />
    )
  if (field.kind === 'secret')
    return <input {...shared} className={styles.input} type="password" autoComplete="new-password" />
  const input = (
    <input
      {...shared}
      ref={element}
      className={styles.input}
      data-unit={unit || undefined}
      data-align={kind.align}
      inputMode={inputModeOf(field)}
      autoComplete="off"
      data-picks={field.kind === 'date' || field.kind === 'instant' || undefined}
      onFocus={event => event.currentTarget.select()}
    />
  )
  if (isNumeric(field)) return <NumberFrame input={input} unit={unit} echo={written.echo(value)} />
  if (field.kind !== 'date' && field.kind !== 'instant') return input
  const isMoment = field.kind === 'instant'
  const bounds = entity === undefined ? undefined : { entity, name, row }
  return <DateFrame {...{ input, element, title, value, isMoment, bounds }} onPick={commit} />
}

interface NumberFrameProps {
  readonly input: ReactNode
  readonly unit: string
  readonly echo: string
}

function NumberFrame({ input, unit, echo }: NumberFrameProps) {
  return (
    <>
      <span className={unit === '' ? styles.plain : styles.box}>
        {input}
        {unit === '' ? null : <span className={cellStyles.unit}>{unit}</span>}
      </span>
      {echo === '' ? null : (
        <output className={styles.echo} data-echo="">
          {echo}
        </output>
      )}
    </>
  )
}
