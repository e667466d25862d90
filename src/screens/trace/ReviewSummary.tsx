import { useAtomValue } from 'jotai'
import { instant } from '#contract/schema/field.ts'
import type { ReviewAnswer } from '#contract/trace/sections.ts'
import { localeAtom } from '../../data/api/messages.ts'
import { leftOut } from '../../data/trace/reviewQuestion.ts'
import type { Review } from '../../data/trace/reviews.ts'
import { cells } from '../../fields/index.ts'
import { useText } from '../../ui/useText.ts'
import { ExcludedLotsNote } from './LeftOut.tsx'
import { partsOf, saidOf } from './question.ts'
import styles from './ReviewScreen.module.css'

const moment = instant('')

interface SummaryProps {
  answer: ReviewAnswer
  review: Review
}

/** Trace summary: question, as-of time, duration, balance, counts. */
export function ReviewSummary({ answer, review }: SummaryProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const { direction, counts, accountedRate } = answer
  const { by, options } = partsOf(direction)
  const said = saidOf({ ...by, ...options }, review.asked, locale)
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
              <Counted before={review.before?.[name as keyof typeof counts]} after={count} />
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
          <dt>{text('review.accounted')}</dt>
          <dd>{accountedRate === null ? '–' : text('review.percent', { rate: accountedRate })}</dd>
        </div>
      </dl>
      {isWhole ? null : (
        <p className={styles.refusal} role="alert">
          {text('review.unaccounted')}
        </p>
      )}
      <ExcludedLotsNote direction={direction} lots={leftOut(review.asked)} />
    </>
  )
}

function Counted({ before, after }: { before: number | undefined; after: number }) {
  const text = useText()
  if (before === undefined || before === after) return after
  return <span className={styles.changed}>{text('review.changed', { before, after })}</span>
}
