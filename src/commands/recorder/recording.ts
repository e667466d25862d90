/** Recordings on their way: what a person does is written down as commands, until the recording is stopped. */
import { atom } from 'jotai'
import type { Values } from '../../contract/schema/field.ts'
import { allDraftsAtom, type Draft } from '../../data/drafts/drafts.ts'
import { reportError } from '../../data/errors.ts'
import type { RowId } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import type { Command, CommandContext, Result } from '../core/command.ts'
import { listedQuery } from '../core/listWindows.ts'
import { isRecorded, type Step, stepsOf } from './recorder.ts'

interface Kept {
  readonly number: number
  readonly steps: readonly Step[]
}

/** A recording that can be stopped. */
export interface Recording {
  /** Ends it, and answers what was done; nothing when it has been ended already. */
  stop(): readonly Step[]
}

/** Recordings that are on, the oldest first. Whoever is recorded is told. */
export const recordingsAtom = atom<readonly Kept[]>([])

/** The one that the person began himself. */
export const ownRecordingAtom = atom<Recording | null>(null)

let last = 0

/** Begins to record what the person does from now on. */
export function startRecording(): Recording {
  last += 1
  const number = last
  store.set(recordingsAtom, before => [...before, { number, steps: [] }])
  return {
    stop() {
      const kept = store.get(recordingsAtom).find(each => each.number === number)
      store.set(recordingsAtom, before => before.filter(each => each.number !== number))
      return kept?.steps ?? []
    },
  }
}

/** Drops every recording: what one person did is nothing for the next. */
export function forgetRecordings(): void {
  store.set(recordingsAtom, [])
  store.set(ownRecordingAtom, null)
}

const ignored = () => {}

/**
 * Watches a command that is about to run; the returned function is told what it came to. Commands of scripts are no
 * work of the person, and what did not go well is not done again.
 */
export function observe(command: Command, args: Values, context: CommandContext): (result: Result) => void {
  const isWatched = store.get(recordingsAtom).length > 0 && context.surface !== 'script' && isRecorded(command)
  if (!isWatched) return ignored
  const listed = listedQuery(command.entity ?? '')
  const sent = new Map<RowId, Draft>()
  // The last entry of a cell is taken only now: the drafts that count are those that are sent.
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
      // The command has run: what it came to does not depend on whether it could be written down.
      reportError(error, `recording ${command.id}`)
    }
  }
}
