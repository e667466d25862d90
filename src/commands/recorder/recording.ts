/** Active recordings of user actions as commands. */
import { atom } from 'jotai'
import type { Draft } from '../../data/drafts/draft.ts'
import { allDraftsAtom } from '../../data/drafts/draftStore.ts'
import { reportError } from '../../data/errors.ts'
import type { RowId } from '../../data/records/row.ts'
import { sequence, store } from '../../data/store.ts'
import { listedQuery } from '../core/listWindows.ts'
import { type Observer, observersAtom } from '../gate/execute.ts'
import { isRecorded, type RecordedStep, stepsOf } from './recorder.ts'

interface RecordedSession {
  readonly number: number
  readonly steps: readonly RecordedStep[]
}

export interface Recording {
  steps(): readonly RecordedStep[]
  stop(): readonly RecordedStep[]
}

/** Active recordings, oldest first, disclosed to the recorded user. */
export const recordingsAtom = atom<readonly RecordedSession[]>([])

export const ownRecordingAtom = atom<Recording | null>(null)

const nextNumber = sequence()

export function startRecording(): Recording {
  const number = nextNumber()
  store.set(recordingsAtom, before => [...before, { number, steps: [] }])
  const steps = () => store.get(recordingsAtom).find(each => each.number === number)?.steps ?? []
  return {
    steps,
    stop() {
      const recorded = steps()
      store.set(recordingsAtom, before => before.filter(each => each.number !== number))
      return recorded
    },
  }
}

export function forgetRecordings(): void {
  store.set(recordingsAtom, [])
  store.set(ownRecordingAtom, null)
}

const ignored = () => {}

const observe: Observer = (command, args, context) => {
  const isWatched = store.get(recordingsAtom).length > 0 && context.surface !== 'script' && isRecorded(command)
  if (!isWatched) return ignored
  const listed = listedQuery(command.entity ?? '')
  const sent = new Map<RowId, Draft>()
  // Last cell entry flushes late: only sent drafts count.
  const end = store.sub(allDraftsAtom, () => {
    for (const draft of store.get(allDraftsAtom))
      if (draft.state === 'saving' && draft.entity === command.entity) sent.set(draft.id, draft)
  })
  return result => {
    end()
    try {
      const steps = stepsOf({ command, args, context, listed, sent: [...sent.values()], result })
      store.set(recordingsAtom, before => before.map(each => ({ ...each, steps: [...each.steps, ...steps] })))
    } catch (error) {
      // Recording errors must not affect the command's result.
      reportError(error, `recording ${command.id}`)
    }
  }
}

/** Recorder in the gate, shown all that runs; returns the disposer. */
export function watchForRecordings(): () => void {
  const others = (all: readonly Observer[]) => all.filter(each => each !== observe)
  store.set(observersAtom, before => [...others(before), observe])
  return () => store.set(observersAtom, others)
}
