import { useAtomValue } from 'jotai'
import { X } from 'lucide'
import { type FocusEvent, useEffect, useRef } from 'react'
import { instant } from '#contract/schema/field.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { execute } from '../../commands/gate/execute.ts'
import { localeAtom } from '../../data/language.ts'
import { leftOut } from '../../data/trace/traceQuestion.ts'
import type { Trace, TraceDirection } from '../../data/trace/traces.ts'
import { cells } from '../../fields/index.ts'
import filters from '../../tables/filter/Filter.module.css'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { partsOf, saidOf } from './question.ts'
import styles from './TraceScreen.module.css'

const moment = instant('')

interface SummaryProps {
  answer: TraceAnswer
  trace: Trace
}

/** Trace summary: question, as-of time, duration, balance, counts. */
export function TraceSummary({ answer, trace }: SummaryProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const { direction, counts, accountedRate } = answer
  const { by, options } = partsOf(direction)
  const said = saidOf({ ...by, ...options }, trace.asked, locale)
  const asked = said.map(({ name, value }) => `${text(`review${direction}.${name}`)} ${value}`).join(' · ')
  const isWhole = accountedRate === null || accountedRate === '100.00'
  return (
    <>
      <dl className={styles.summary}>
        <div className={styles.asked}>
          <dt>{text('review.asked')}</dt>
          <dd title={`${asked}\n${text('review.rootLots')} ${answer.rootLots.join(', ')}`} data-asked="">
            {asked}
          </dd>
        </div>
        {Object.entries(counts).map(([name, count]) => (
          <div key={name} data-count={name}>
            <dt>{text(`review.count.${name}`)}</dt>
            <dd>
              <Counted before={trace.before?.[name as keyof typeof counts]} after={count} />
            </dd>
          </div>
        ))}
        <div data-as-of="">
          <dt>{text('review.asOf')}</dt>
          <dd>
            {cells.instant.toText(answer.asOf, {}, moment, locale)}{' '}
            <small>{text('review.sequence', { sequence: answer.asOfSeq })}</small>
          </dd>
        </div>
        <div data-elapsed="">
          <dt>{text('review.took')}</dt>
          <dd>{text('review.elapsed', { milliseconds: answer.elapsedMs })}</dd>
        </div>
        <div data-accounted={isWhole ? 'whole' : 'not'}>
          <dt title={text('reviewbalance.accountedRate.hint')}>{text('review.accounted')}</dt>
          <dd>{accountedRate === null ? '–' : text('review.percent', { rate: accountedRate })}</dd>
        </div>
      </dl>
      {isWhole ? null : (
        <p className={styles.refusal} role="alert">
          {text('review.unaccounted')}
        </p>
      )}
      <ExcludedLotsNote direction={direction} lots={leftOut(trace.asked)} />
    </>
  )
}

function Counted({ before, after }: { before: number | undefined; after: number }) {
  const text = useText()
  if (before === undefined || before === after) return after
  return <span className={styles.changed}>{text('review.changed', { before, after })}</span>
}

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
function ExcludedLotsNote({ direction, lots }: { direction: TraceDirection; lots: readonly string[] }) {
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
