import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Blocking, PlanState } from '#contract/production/planState.ts'
import { produceplan } from '#contract/production/produceplan.ts'
import type { RefusalName } from '#contract/schema/answer.ts'
import { grouped } from '../../data/numerals.ts'
import { loadPlanState, planStateAtom } from '../../data/records/planStates.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { Figure, Figures, Stages, Strip } from '../../tables/document/Strip.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Plan.module.css'
import { PlanBench } from './PlanBench.tsx'
import { balanceInWords, blockerLinks, isLossOutside, linkedMessage, planStages } from './stages.ts'

/** Plan workbench; unsaved plans are ordinary records. */
export default function PlanScreen({ id }: { id: string }) {
  const planId = /^[1-9]\d*$/.test(id) ? Number(id) : undefined
  if (planId === undefined) return <RecordScreen key={id} entity={produceplan} idText={id} />
  return <StoredPlan key={id} planId={planId} />
}

function StoredPlan({ planId }: { planId: number }) {
  const text = useText()
  const state = useAtomValue(planStateAtom(planId))
  // Effects rerun when a cached screen returns: documents may have been posted.
  useEffect(() => void loadPlanState(planId), [planId])
  return (
    <RecordScreen
      entity={produceplan}
      idText={String(planId)}
      onDone={() => void loadPlanState(planId)}
      {...(state
        ? {
            next: state.next,
            above: <PlanStrip state={state} />,
            first: {
              title: text('plan.workbench'),
              isShown: state.plan.status !== 'DRAFT',
              content: <PlanBench state={state} />,
            },
          }
        : {})}
    />
  )
}

/** Plan summary: stage, yield, balance, obstacles. */
export function PlanStrip({ state }: { state: PlanState }) {
  const text = useText()
  const { plan, outcome, notices, blockers } = state
  return (
    <Strip label={text('plan.progress')} data-plan-strip>
      <Stages stages={planStages} of="PlanStatus" status={plan.status} />
      <Figures>
        <Figure title={text('plan.produced')} name="produced">
          {grouped(plan.producedQty ?? '0')} <small>/ {grouped(plan.plannedQty)}</small>
        </Figure>
        <Figure title={text('plan.yield')} name="yield">
          {outcome.yieldRate === null ? '–' : `${outcome.yieldRate}%`}
          {outcome.standardYieldRate ? <small> / {outcome.standardYieldRate}%</small> : null}
        </Figure>
        <Figure title={text('plan.loss')} name="loss" isBad={isLossOutside(outcome)}>
          {outcome.loss === null ? '–' : `${grouped(outcome.loss)} kg (${outcome.lossRate ?? '–'}%)`}
          {outcome.lossRateMax ? (
            <small>
              {' '}
              / {outcome.lossRateMin ?? '0'}–{outcome.lossRateMax}%
            </small>
          ) : null}
        </Figure>
        <Figure title={text('plan.balance')} name="balance">
          {grouped(outcome.used)} = {balanceInWords(outcome)}
          <small> kg</small>
        </Figure>
        <Figure title={text('plan.inProgress')} name="inProgress">
          {text('plan.lotCount', { count: state.lots.length })}
        </Figure>
      </Figures>
      {notices.length > 0 ? (
        <ul className={styles.notices}>
          {notices.map(notice => (
            <li key={notice.code} data-notice={notice.code}>
              {notice.message}
            </li>
          ))}
        </ul>
      ) : null}
      {plan.status === 'FINISHED' && blockers.length > 0 ? (
        <div className={styles.blockers} data-blockers>
          <strong>{text('plan.blocked')}</strong>
          <ul>
            {blockers.map(blocker => (
              <Blocker key={blocker.code} state={state} blocker={blocker} />
            ))}
          </ul>
        </div>
      ) : null}
    </Strip>
  )
}

/** Command that mends a blocker of a finished plan, and its label. */
const mending: { readonly [R in RefusalName]?: readonly [command: string, label: string] } = {
  workInProgressLeft: ['produceplan.scrapRest', 'produceplan.scrapRest'],
  lossUnexplained: ['produceplan.close', 'plan.explainLoss'],
}

function Blocker({ state, blocker }: { readonly state: PlanState; readonly blocker: Blocking }) {
  const text = useText()
  const { code, message } = blocker
  const links = blockerLinks(useAtomValue(grantsAtom), state, blocker)
  const [first] = links
  const [command, label = ''] = mending[code] ?? []
  return (
    <li data-blocker={code}>
      {linkedMessage(message, links).map(piece =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <PageLink key={piece.href} href={piece.href}>
            {piece.label}
          </PageLink>
        ),
      )}{' '}
      {first && code === 'controlRecordsMissing' ? (
        <PageLink href={first.href}>{text('plan.recordControl')}</PageLink>
      ) : null}
      {command ? <Button command={command} label={text(label)} /> : null}
    </li>
  )
}
