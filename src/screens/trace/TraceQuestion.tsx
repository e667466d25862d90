import { Collapsible } from '@base-ui/react/collapsible'
import { useAtomValue } from 'jotai'
import { ChevronDown, ChevronRight } from 'lucide'
import { Fragment, type RefObject, useMemo, useState } from 'react'
import { readGs1 } from '#contract/gs1/label.ts'
import type { Field as FieldDefinition, Fields } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import { codesRead } from '../../data/trace/traceQuestion.ts'
import { askedOf, askTrace, type TraceDirection, traceAtom } from '../../data/trace/traces.ts'
import { Field } from '../../tables/form/Field.tsx'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useKeysOf } from '../../ui/keyboard/useKeysOf.ts'
import { useText } from '../../ui/useText.ts'
import { defaultsOf, isGiven, partsOf, saidOf } from './question.ts'
import styles from './TraceScreen.module.css'

interface QuestionProps {
  direction: TraceDirection
  form: RefObject<HTMLFormElement | null>
  isFolded: boolean
  onSubmit(): void
}

/** Trace question: two rows, with options behind "more". */
export function TraceQuestion({ direction, form, isFolded, onSubmit }: QuestionProps) {
  const text = useText()
  const { question } = useAtomValue(traceAtom(direction))
  const { by, options } = useMemo(() => partsOf(direction), [direction])
  // Options in use open automatically and stay until closed.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isSet = isGiven(options, question)
  if (isSet && isOpen === null) setOpen(true)
  const page = `review${direction}`
  return (
    <form
      ref={form}
      data-scan=""
      data-folded={isFolded || undefined}
      onSubmit={event => {
        event.preventDefault()
        // Fields commit on blur, so Enter blurs briefly.
        const active = document.activeElement
        if (active instanceof HTMLElement) {
          active.blur()
          active.focus()
        }
        queueMicrotask(onSubmit)
      }}
    >
      <Collapsible.Root className={styles.question} open={isOpen === true} onOpenChange={setOpen}>
        <QuestionFields direction={direction} fields={by} />
        <div className={styles.actions}>
          <button type="submit" className={styles.hidden} tabIndex={-1} aria-hidden="true" />
          <Button
            command={`${page}.run`}
            args={askedOf(question)}
            look="primary"
            label={text('review.run')}
            icon="git-branch"
          />
          <Collapsible.Trigger className={`${controls.quiet} ${styles.more}`} data-more="">
            {text('review.more')}
            {isSet ? <span className={styles.given} /> : null}
            <Drawing of={ChevronDown} size={14} />
          </Collapsible.Trigger>
        </div>
        <Collapsible.Panel className={styles.options}>
          <QuestionFields direction={direction} fields={options} />
        </Collapsible.Panel>
      </Collapsible.Root>
      <Codes direction={direction} />
    </form>
  )
}

interface AskedLineProps {
  direction: TraceDirection
  isFolded: boolean
  onFold(isFolded: boolean): void
  onEdit(name: string): void
}

/** Conditions asked, as chips in small windows. */
export function AskedLine({ direction, isFolded, onFold, onEdit }: AskedLineProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const { asked } = useAtomValue(traceAtom(direction))
  const { by, options } = partsOf(direction)
  const key = useKeysOf('list.search').at(-1)
  return (
    <div className={styles.askedLine} data-asked-line>
      <button
        type="button"
        className={`${controls.quiet} ${styles.more}`}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      >
        <Drawing of={isFolded ? ChevronRight : ChevronDown} size={14} />
        {text('review.asked')}
        {key ? <KeyCaps keys={key} /> : null}
      </button>
      {saidOf({ ...by, ...options }, asked, locale).map(({ name, value }) => (
        <button key={name} type="button" className={styles.askedChip} onClick={() => onEdit(name)}>
          {text(`review${direction}.${name}`)} <strong>{value}</strong>
        </button>
      ))}
    </div>
  )
}

function withoutHint({ hint: _, ...field }: FieldDefinition): FieldDefinition {
  return field
}

function QuestionFields({ direction, fields }: { direction: TraceDirection; fields: Fields }) {
  const { question } = useAtomValue(traceAtom(direction))
  const row = useMemo(() => ({ ...defaultsOf(fields), ...question }), [fields, question])
  return Object.entries(fields).map(([name, field]) => (
    <Field
      key={name}
      prefix={`review${direction}`}
      name={name}
      field={withoutHint(field)}
      row={row}
      onChange={patch => askTrace(direction, patch)}
    />
  ))
}

function Codes({ direction }: { direction: TraceDirection }) {
  const text = useText()
  const { question, scanned } = useAtomValue(traceAtom(direction))
  const codes = codesRead(direction, question, scanned)
  if (codes.length === 0) return null
  return (
    <p className={styles.codes} role="status" data-codes="">
      {codes.map(code => {
        const said = readGs1(code) ?? {}
        const parts = Object.entries(said).map(([name, value]) => text(`review.code.${name}`, { value }))
        return (
          <Fragment key={code}>
            <strong>{text('review.code')}</strong>
            <span>{[...parts, ...(said.lotNo ? [] : [text('review.code.noLot')])].join(' · ')}</span>
          </Fragment>
        )
      })}
    </p>
  )
}
