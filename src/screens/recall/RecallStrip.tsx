import { unitText } from '#contract/messages/shippedNames.ts'
import type { callback } from '#contract/recall/callback.ts'
import { type Deadline, deadlinesOf, type RecallTerms, stageOf } from '#contract/recall/deadlines.ts'
import type { OpenAmount, RecallState } from '#contract/recall/recall.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { text as say } from '../../data/language.ts'
import { grouped } from '../../data/numerals.ts'
import type { ReadRecall } from '../../data/trace/recalls.ts'
import { Figure, Figures, Stages, Strip } from '../../tables/document/Strip.tsx'
import { TimeLeft, useServerTime } from '../../tables/document/TimeLeft.tsx'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Recall.module.css'
import { recallStages } from './stages.ts'

type Recall = Partial<RowOf<typeof callback>>

/** Recall summary: stage, deadlines, informed dealers, unexplained quantity. */
export function RecallStrip({ recall, state }: { recall: Recall; state: ReadRecall }) {
  const text = useText()
  return (
    <Strip label={text('recall.progress')} data-recall-strip>
      {recall.callbackType === 'DRILL' ? <Drill state={state} /> : null}
      <Stages stages={recallStages} of="CallbackStatus" status={recall.status} />
      <Clocks recall={withShare(recall, state)} ahead={state.ahead} />
      <RecallFigures recall={recall} state={state} />
      <Amounts title={text('recall.open')} name="unaccounted" amounts={state.unaccounted} />
      <Amounts title={text('recall.toDispose')} name="undisposed" amounts={state.undisposed} />
    </Strip>
  )
}

function withShare(recall: Recall, { dealers }: RecallState): RecallTerms & { readonly id?: number } {
  return dealers.all === 0 ? recall : { ...recall, notifiedPercent: (dealers.notified * 100) / dealers.all }
}

function Clocks({ recall, ahead }: { recall: RecallTerms & { readonly id?: number }; ahead: number }) {
  const text = useText()
  const now = useServerTime(ahead)
  const deadlines = deadlinesOf(recall)
  if (deadlines.length === 0) return null
  return (
    <ul className={styles.clocks} data-clocks>
      {deadlines.map(deadline => (
        <Clock key={deadline.what} deadline={deadline} now={now} text={text} recallId={recall.id} />
      ))}
    </ul>
  )
}

interface ClockProps {
  readonly deadline: Deadline
  readonly now: string
  readonly text: ReturnType<typeof useText>
  readonly recallId: number | undefined
}

/** Deadline; its stage is text too, never colour alone. */
function Clock({ deadline, now, text, recallId }: ClockProps) {
  const { what, met } = deadline
  const stage = met === null ? stageOf(deadline, now) : met === false ? 'missed' : 'met'
  return (
    <li className={styles.clock} data-deadline={what} data-stage={stage}>
      <span>{text(`callback.${what}`)}</span>{' '}
      {met === null ? <TimeLeft term={deadline} now={now} /> : <strong>{text(`recall.${stage}`)}</strong>}
      {met === null && stage !== 'over' ? <small> · {text(`recall.stage.${stage}`)}</small> : null}
      {what === 'reportDeadline' && met === null && recallId ? (
        <PageLink
          className={stage === 'over' ? controls.primary : controls.button}
          href={`/callback/${recallId}?field=regulatorReportTime`}
          data-link="enterReport"
        >
          {text('home.enterReport')}
        </PageLink>
      ) : null}
    </li>
  )
}

const percent = (value: string | null | undefined) => (value ? `${value}%` : '–')

function RecallFigures({ recall, state: { dealers, mail } }: { recall: Recall; state: RecallState }) {
  const text = useText()
  const sent = Object.entries(mail.outcomes)
    .map(([outcome, count]) => `${text(`NoticeOutcome.${outcome}`)} ${count}`)
    .join(' · ')
  return (
    <Figures>
      <Figure title={text('recall.notified')} name="notified">
        {dealers.notified} <small>/ {dealers.all}</small>
      </Figure>
      <Figure title={text('recall.acknowledged')} name="acknowledged">
        {dealers.acknowledged} <small>/ {dealers.all}</small>
      </Figure>
      <Figure title={text('recall.recovered')} name="recovered">
        {percent(recall.recoveryRate)}
      </Figure>
      <Figure title={text('recall.accounted')} name="accounted">
        {percent(recall.accountedPercent)}
      </Figure>
      <Figure title={text('recall.mail')} name="mail">
        {sent || text(mail.isConfigured ? 'recall.mailNone' : 'recall.mailOff')}
      </Figure>
    </Figures>
  )
}

function Amounts({ title, name, amounts }: { title: string; name: string; amounts: readonly OpenAmount[] }) {
  if (amounts.length === 0) return null
  return (
    <p className={styles.open} data-open={name}>
      <strong>{title}</strong>
      {amounts.map(({ lotId, lotNo, quantity, unitName }) => (
        <span key={lotId}>
          <PageLink href={`/stocklot/${lotId}`}>{lotNo}</PageLink> {grouped(quantity)}{' '}
          {unitText(unitName, say, quantity)}
        </span>
      ))}
    </p>
  )
}

/** Drill banner; seeded drills show the task and final score. */
function Drill({ state: { drill } }: { state: RecallState }) {
  const text = useText()
  const isScored = drill?.finishedAt !== null && drill?.trueLots !== null && drill?.trueLots !== undefined
  return (
    <div className={styles.drill} data-drill>
      <strong>{text('recall.drill')}</strong>
      {drill?.lotId ? <p>{text('recall.seeded', { lotNo: String(drill.lotId$label ?? '') })}</p> : null}
      {drill && isScored ? (
        <p data-score>
          {text('recall.score', {
            trueLots: Number(drill.trueLots),
            foundLots: Number(drill.foundLots),
            hitLots: Number(drill.hitLots),
            precision: String(drill.precisionPercent ?? '–'),
            recall: String(drill.recallPercent ?? '–'),
            minutes: String(drill.totalMinutes ?? '–'),
          })}
        </p>
      ) : null}
    </div>
  )
}
