import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { callback } from '../../contract/recall/callback.ts'
import { refreshRows } from '../../data/records/rows.ts'
import { isRunning, loadRecallState, recallStateAtom } from '../../data/trace/recalls.ts'
import { openedAtom } from '../../tables/document/opened.ts'
import { RecordScreen, Skeleton } from '../../tables/document/RecordScreen.tsx'
import '../../tables/tableCommands.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { CallList } from './CallList.tsx'
import { RecallStrip } from './RecallStrip.tsx'
import { isCalling, nextSteps } from './stages.ts'

/**
 * A recall as one workbench: its clocks and what is open of it in view, then whom to call in their order, then the record
 * and its documents. A recall that is not stored yet is an ordinary record.
 */
export default function CallbackScreen({ id }: { id: string }) {
  const recallId = /^[1-9]\d*$/.test(id) ? Number(id) : undefined
  return recallId === undefined ? <NewRecall key={id} id={id} /> : <StoredRecall key={id} recallId={recallId} />
}

/** Where no calls are made yet, or no more, going on with a recall means saving it, as with any record. */
function useGoingOn(status: unknown): void {
  useHandlers({
    'record.submit': {
      run: (args, { surface, signal, confirm }) => execute('record.save', args, { surface, signal, confirm }),
      enabled: () => !isRunning(status),
    },
  })
}

function NewRecall({ id }: { id: string }) {
  useGoingOn('DRAFT')
  return <RecordScreen entity={callback} idText={id} />
}

/** Whom a recall calls is listed by the recall itself, when it starts and when a lot joins it. */
const refresh = (recallId: number) =>
  Promise.all([loadRecallState(recallId), refreshRows('callbackdealer'), refreshRows('callbacknotice')])

function StoredRecall({ recallId }: { recallId: number }) {
  const text = useText()
  const state = useAtomValue(recallStateAtom(recallId))
  const { row } = useAtomValue(openedAtom('callback', recallId))
  useGoingOn(row?.status)
  // Effects run anew whenever a kept screen comes to the front, and when the record was changed by somebody else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the record has a new state
  useEffect(() => void loadRecallState(recallId), [recallId, row?.rowVersion])
  return (
    <RecordScreen
      entity={callback}
      idText={String(recallId)}
      onDone={() => void refresh(recallId)}
      {...(state && row ? { above: <RecallStrip recall={row} state={state} /> } : {})}
      // From the row alone: what is seen first must not change under the hands of whoever is at it already.
      {...(row
        ? {
            next: nextSteps(row.status),
            first: {
              title: text('recall.calls'),
              isShown: isCalling(row.status),
              content: state ? <CallList recallId={recallId} state={state} /> : <Skeleton />,
            },
          }
        : {})}
    />
  )
}
