import { X } from 'lucide'
import { type FocusEvent, useEffect, useRef } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import type { ReviewDirection } from '../../data/trace/reviews.ts'
import filters from '../../tables/filter/Filter.module.css'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './ReviewScreen.module.css'

/** Focus fallback of a disappearing button: its successor, otherwise the rows. */
function useKeyboardKept() {
  const group = useRef<HTMLDivElement>(null)
  const entered = useRef<{ readonly at: number; readonly answer: Element | null } | null>(null)
  useEffect(() => {
    if (!entered.current || document.activeElement !== document.body) return
    const { at, answer } = entered.current
    const left = [...(group.current?.querySelectorAll('button') ?? [])]
    const next = left[at] ?? left.at(-1) ?? answer?.querySelector<HTMLElement>('[role="grid"]')
    entered.current = null
    next?.focus()
  })
  return {
    ref: group,
    onFocus: ({ target }: FocusEvent) => {
      const buttons: readonly Element[] = [...(group.current?.querySelectorAll('button') ?? [])]
      entered.current = { at: buttons.indexOf(target), answer: target.closest('section') }
    },
    onBlur: () => {
      entered.current = null
    },
  }
}

/** Excluded lots of a what-if trace, each restorable. */
export function ExcludedLotsNote({ direction, lots }: { direction: ReviewDirection; lots: readonly string[] }) {
  const text = useText()
  const kept = useKeyboardKept()
  if (lots.length === 0) return null
  const command = `review${direction}.putBack`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; these are buttons beside each other
    <div {...kept} className={styles.leftOut} role="group" aria-label={text('review.leftOut')} data-left-out="">
      <span>{text('review.leftOut')}</span>
      {lots.map(lotNo => (
        <span key={lotNo} className={filters.chip}>
          <span className={filters.chipText}>{lotNo}</span>
          <button
            type="button"
            className={filters.unchip}
            data-command={command}
            aria-label={text('review.putBackOne', { lotNo })}
            onClick={() => void execute(command, { lotNos: [lotNo] }, { surface: 'button' })}
          >
            <Drawing of={X} size={12} />
          </button>
        </span>
      ))}
      {lots.length > 1 ? <Button command={command} look="quiet" label={text('review.putBack')} /> : null}
    </div>
  )
}
