import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { callback } from '#contract/recall/callback.ts'
import { forwardTo } from '../../commands/core/registry.ts'
import { refreshRows } from '../../data/records/rows.ts'
import { isRunning, loadRecallState, recallStateAtom } from '../../data/trace/recalls.ts'
import { openedAtom } from '../../tables/document/opened.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { usePaperSection } from '../../tables/print/paperSections.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { CallList } from './CallList.tsx'
import { CallPaper } from './CallPaper.tsx'
import { RecallStrip } from './RecallStrip.tsx'
import { isCalling, isReportOverdue, nextSteps } from './stages.ts'

/** Recall workbench; unsaved recalls are ordinary records. */
export default function CallbackScreen({ id }: { id: string }) {
  const recallId = /^[1-9]\d*$/.test(id) ? Number(id) : undefined
  return recallId === undefined ? <NewRecall key={id} id={id} /> : <StoredRecall key={id} recallId={recallId} />
}

/** Continuing saves the record once no calls are left. */
function useGoingOn(status: unknown): void {
  useHandlers({
    'record.submit': {
      ...forwardTo(() => 'record.save'),
      enabled: () => !isRunning(status),
    },
  })
}

function NewRecall({ id }: { id: string }) {
  useGoingOn('DRAFT')
  return <RecordScreen entity={callback} idText={id} />
}

/** Recall rows are created by the server, on start and added lots. */
const refresh = (recallId: number) =>
  Promise.all([loadRecallState(recallId), refreshRows('callbackdealer'), refreshRows('callbacknotice')])

function StoredRecall({ recallId }: { recallId: number }) {
  const text = useText()
  const state = useAtomValue(recallStateAtom(recallId))
  const { row } = useAtomValue(openedAtom('callback', recallId))
  useGoingOn(row?.status)
  usePaperSection(
    `callback/${recallId}`,
    useMemo(() => <CallPaper recallId={recallId} />, [recallId]),
  )
  // Effects rerun when a cached screen returns, and on external changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the record has a new state
  useEffect(() => void loadRecallState(recallId), [recallId, row?.rowVersion])
  return (
    <RecordScreen
      entity={callback}
      idText={String(recallId)}
      onDone={() => void refresh(recallId)}
      {...(state && row ? { above: <RecallStrip recall={row} state={state} /> } : {})}
      // Initial tab from the row only, so it never changes during use.
      {...(row
        ? {
            next: nextSteps(row.status),
            isOverdue: isReportOverdue(row, state?.ahead ?? 0),
            first: {
              title: text('recall.calls'),
              isShown: isCalling(row.status),
              content: state ? <CallList recallId={recallId} state={state} /> : <Skeleton shape="rows" />,
            },
          }
        : {})}
    />
  )
}
