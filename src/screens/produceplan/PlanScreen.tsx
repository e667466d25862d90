import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { produceplan } from '#contract/production/produceplan.ts'
import { loadPlanState, planStateAtom } from '../../data/records/planStates.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import '../../tables/tableCommands.ts'
import { useText } from '../../ui/useText.ts'
import { PlanBench } from './PlanBench.tsx'
import { PlanStrip } from './PlanStrip.tsx'
import { nextSteps } from './stages.ts'

/** Plan workbench: next steps, yield, material balance, documents. Unsaved plans are ordinary records. */
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
            next: nextSteps(state.next),
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
