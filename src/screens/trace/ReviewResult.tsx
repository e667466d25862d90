import { Tabs } from '@base-ui/react/tabs'
import { Suspense, useMemo } from 'react'
import { type ReviewAnswer, sectionsOf } from '#contract/trace/sections.ts'
import { askedOf, graph, type Review, showSection } from '../../data/trace/reviews.ts'
import { part } from '../../ui/part.tsx'
import tabs from '../../ui/tabs.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './ReviewScreen.module.css'
import { ReviewSection } from './ReviewSection.tsx'
import { ReviewSummary } from './ReviewSummary.tsx'
import { ReviewToolbar } from './ReviewToolbar.tsx'

const TraceGraph = part(() => import('./graph/TraceGraph.tsx'))

interface ResultProps {
  answer: ReviewAnswer
  review: Review
}

/** Trace answer: summary, actions, a grid per section. */
export function ReviewResult({ answer, review }: ResultProps) {
  const text = useText()
  const { direction } = answer
  const names = sectionsOf[direction]
  const { shown } = review
  // Graph bound to the answer's ledger position.
  const question = useMemo(() => ({ ...askedOf(review.asked), asOfSeq: answer.asOfSeq }), [review.asked, answer])
  return (
    <section
      className={styles.result}
      aria-busy={review.state === 'processing' || undefined}
      aria-label={text(`review${direction}`)}
    >
      <ReviewSummary answer={answer} review={review} />
      <ReviewToolbar direction={direction} />
      <Tabs.Root className={styles.tabs} value={shown} onValueChange={next => showSection(direction, next)}>
        <Tabs.List className={tabs.tabList} activateOnFocus>
          {names.map(name => (
            <Tabs.Tab key={name} value={name} className={tabs.tab} data-section={name}>
              {text(name)}
              <span className={tabs.badge}>{answer.sections[name]?.total ?? 0}</span>
            </Tabs.Tab>
          ))}
          <Tabs.Tab value={graph} className={tabs.tab} data-section={graph}>
            {text('review.graph')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={shown} className={tabs.panel} tabIndex={-1}>
          {shown === graph ? (
            <Suspense fallback={<p className={styles.empty}>{text('grid.loading')}</p>}>
              <TraceGraph direction={direction} question={question} />
            </Suspense>
          ) : (
            <ReviewSection key={shown} answer={answer} asked={review.asked} name={shown} />
          )}
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  )
}
