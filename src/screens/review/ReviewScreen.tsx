import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { execute } from '../../commands/execute.ts'
import { findCommand } from '../../commands/registry.ts'
import { reviewascFields, reviewdescFields } from '../../contract/review/review.ts'
import type { Field as FieldDefinition, Fields } from '../../contract/schema/field.ts'
import { askedOf, askReview, type ReviewDirection, reviewAtom } from '../../data/reviews.ts'
import { store } from '../../data/store.ts'
import { locationAtom } from '../../data/tabs.ts'
import { Button } from '../../tables/Button.tsx'
import { flushEditing } from '../../tables/cells/editing.ts'
import { Field } from '../../tables/form/Field.tsx'
import { useHandlers } from '../../tables/useHandlers.ts'
import { useText } from '../../tables/useText.ts'
import { ReviewResult } from './ReviewResult.tsx'
import styles from './ReviewScreen.module.css'

const fieldsOf: Readonly<Record<ReviewDirection, Fields>> = { asc: reviewascFields, desc: reviewdescFields }

/** How to fill in the first field; said where the answer will stand, so that the question takes two rows and no more. */
const hintOf: Readonly<Record<ReviewDirection, string>> = {
  asc: 'reviewasc.lotNos.hint',
  desc: 'reviewdesc.productLotNos.hint',
}

function withoutHint({ hint: _, ...field }: FieldDefinition): FieldDefinition {
  return field
}

/** What the address asks: `/reviewasc?lotNos=L1 L2`. Numbers are ids of references. */
function questionIn(location: string, fields: Fields): Record<string, unknown> {
  const query = new URLSearchParams(location.split('?')[1] ?? '')
  const given = [...query].filter(([name]) => Object.hasOwn(fields, name))
  return Object.fromEntries(
    given.map(([name, value]) => {
      const kind = fields[name]?.kind
      return [name, kind === 'texts' ? value.split(/[\s,,、]+/) : kind === 'reference' ? Number(value) : value]
    }),
  )
}

/** Both traces: one line to ask, the answer below. */
export default function ReviewScreen({ direction }: { direction: ReviewDirection }) {
  const text = useText()
  const page = `review${direction}`
  const fields = fieldsOf[direction]
  const review = useAtomValue(reviewAtom(direction))
  const location = useAtomValue(locationAtom)
  const form = useRef<HTMLFormElement>(null)
  const asked = useMemo(() => questionIn(location, fields), [location, fields])

  // A deep link asks by itself; a question that was already answered is not asked again.
  const asks = location.startsWith(`/${page}?`) && review.state === 'idle' && Object.keys(asked).length > 0
  useEffect(() => {
    if (!asks) return
    askReview(direction, asked)
    void execute(`${page}.run`, asked, { surface: 'button' })
  }, [asks, asked, direction, page])

  const run = () => execute(`${page}.run`, askedOf(review.question), { surface: 'button' })
  // Whoever asked by key goes on by key, in the answer.
  const goesOn = useRef(false)
  const result = useRef<HTMLDivElement>(null)
  const { answer } = review
  useEffect(() => {
    const isFree = document.activeElement === document.body || form.current?.contains(document.activeElement)
    if (answer && goesOn.current && isFree) result.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
    goesOn.current = false
  }, [answer])
  useHandlers({
    // Run from the palette or by its key it asks what stands in the question.
    [`${page}.run`]: {
      run: async (args, context) => {
        await flushEditing()
        if (context.surface === 'shortcut') goesOn.current = true
        const given = Object.keys(args).length > 0 ? args : askedOf(store.get(reviewAtom(direction)).question)
        return findCommand(`${page}.run`)?.run(given, context)
      },
    },
    'list.search': { run: () => form.current?.querySelector('input')?.focus() },
    'record.export': {
      run: async () => {
        await execute(`${page}.export`, askedOf(review.question), { surface: 'button' })
      },
      enabled: () => review.answer !== null,
    },
  })

  return (
    <div className={styles.screen}>
      <form
        ref={form}
        className={styles.question}
        onSubmit={event => {
          event.preventDefault()
          // What stands in the field is taken when it is left; Enter leaves it for a moment.
          const active = document.activeElement
          if (active instanceof HTMLElement) {
            active.blur()
            active.focus()
          }
          goesOn.current = true
          queueMicrotask(() => void run())
        }}
      >
        {Object.entries(fields).map(([name, field]) => (
          <Field
            key={name}
            prefix={page}
            name={name}
            field={withoutHint(field)}
            row={review.question}
            onChange={patch => askReview(direction, patch)}
          />
        ))}
        <div className={styles.actions}>
          <button type="submit" className={styles.hidden} tabIndex={-1} aria-hidden="true" />
          <Button
            command={`${page}.run`}
            args={askedOf(review.question)}
            look="primary"
            label={text('review.run')}
            icon="git-branch"
          />
          <Button
            command={`${page}.export`}
            args={askedOf(review.question)}
            label={text('review.export')}
            icon="download"
          />
        </div>
      </form>
      {review.state === 'failed' ? (
        <p className={styles.refusal} role="alert">
          {review.message}
        </p>
      ) : null}
      {answer ? (
        <div ref={result} className={styles.answer}>
          <ReviewResult answer={answer} isBusy={review.state === 'processing'} />
        </div>
      ) : (
        <p className={styles.empty}>
          {review.state === 'processing'
            ? text('grid.loading')
            : `${text('review.empty')} · ${text(hintOf[direction])}`}
        </p>
      )}
    </div>
  )
}
