/** Palette execution: run, prompt, show errors in place. */

import type { Command, Result } from '../../../commands/core/command.ts'
import { lacksRows } from '../../../commands/gate/availability.ts'
import { validateArguments } from '../../../commands/gate/collectArguments.ts'
import { execute } from '../../../commands/gate/execute.ts'
import { type ArgumentRequest, answerArguments, argumentAtom, saidInPlaceAtom } from '../../../commands/gate/prompts.ts'
import { lastResultsAtom } from '../../../commands/gate/resultLog.ts'
import { store } from '../../../data/store.ts'
import { closeOverlay } from '../../frame/overlays.ts'
import { errorAtom, startingAtom, storedAnswersAtom, submittedAtom } from './paletteState.ts'
import { type Answers, argumentsOf, type PaletteStep } from './steps.ts'
import { troubleOf } from './trouble.ts'

/** Prompt check: the palette stays open for it. */
function asks(command: Command): boolean {
  const isOffered = command.confirm === true && Object.keys(command.arguments ?? {}).length > 0
  return isOffered || lacksRows(command, {}) || Object.keys(validateArguments(command, {})).length > 0
}

const nextTask = () => new Promise(resolve => setTimeout(resolve))

/** Closes, then runs the command, which may need the underlying page. */
export async function runChosen(command: Command): Promise<Result> {
  store.set(startingAtom, asks(command))
  closeOverlay()
  const result = execute(command.id, {}, { surface: 'palette' })
  await nextTask()
  store.set(startingAtom, false)
  return result
}

export function storeAnswers(id: string, answers: Answers | null): void {
  store.set(storedAnswersAtom, before => {
    const after = new Map(before)
    if (answers && Object.keys(answers).length > 0) after.set(id, answers)
    else after.delete(id)
    return after
  })
}

function nextResultOf(id: string): Promise<Result> {
  const [before] = store.get(lastResultsAtom)
  return new Promise(resolve => {
    const end = store.sub(lastResultsAtom, () => {
      const [last] = store.get(lastResultsAtom)
      if (!last || last === before || last.id !== id) return
      end()
      queueMicrotask(() => resolve(last.result))
    })
  })
}

/** Runs the answered command; refusals reopen the prompts. */
export async function submit(request: ArgumentRequest, steps: readonly PaletteStep[], answers: Answers): Promise<void> {
  const { command } = request
  const values = argumentsOf(steps, answers, request.values)
  // Read-only and navigation commands close the palette first.
  const isRead = command.risk === 'read'
  store.set(submittedAtom, { request, isShown: !isRead && command.confirm !== true })
  if (!isRead) store.set(saidInPlaceAtom, command.id)
  const came = nextResultOf(command.id)
  answerArguments(values)
  const result = await came
  store.set(submittedAtom, null)
  store.set(saidInPlaceAtom, null)
  if (result.status === 'ok' || result.status === 'partial') return storeAnswers(command.id, null)
  const trouble = isRead ? null : troubleOf(result, request, steps)
  if (trouble === null || store.get(argumentAtom)) return
  store.set(errorAtom, { command: command.id, ...trouble })
  void execute(command.id, {}, { surface: 'palette' })
}
