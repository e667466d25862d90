/** Runs of macros: asked, confirmed once, then row by row. */
import { entityNamed } from '#contract/index.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { refusals } from '#contract/schema/answer.ts'
import { text } from '../../data/language.ts'
import { isRow, type RowOutcome, type RowValues } from '../../data/records/row.ts'
import { changeUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command, CommandContext, Result } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import { resultOf } from '../core/outcomes.ts'
import { findCommand } from '../core/registry.ts'
import { noSelection, storedIds, targetOf } from '../core/target.ts'
import { commandTitle } from '../core/titles.ts'
import { execute } from '../gate/execute.ts'
import { askArguments, askConfirmation } from '../gate/prompts.ts'
import type { RecordedStep } from '../recorder/recorder.ts'
import { replay } from '../recorder/replay.ts'
import { contentOf, isAllowed, isGrave, type Macro, macroValues, withAnswers } from './macro.ts'
import { failureInWords, stepsInWords } from './macroWords.ts'

export const AGREED = 'macros.agreed'

const agreedIn = (value: unknown): Readonly<Record<string, unknown>> => (isRow(value) ? value : {})

const isAgreed = (macro: Macro) => agreedIn(store.get(userSettingAtom(AGREED)))[macro.id] === contentOf(macro)

const agree = (macro: Macro) =>
  changeUserSetting(AGREED, before => ({ ...agreedIn(before), [macro.id]: contentOf(macro) }))

export async function disagree({ id }: Macro): Promise<void> {
  if (!(id in agreedIn(store.get(userSettingAtom(AGREED))))) return
  await changeUserSetting(AGREED, before => {
    const { [id]: _gone, ...others } = agreedIn(before)
    return others
  })
}

/** Answers by step; null when called off. */
async function askValues(
  macro: Macro,
  { surface, signal }: CommandContext,
): Promise<ReadonlyMap<number, RowValues> | null> {
  const answers = new Map<number, RowValues>()
  const asked = macroValues(macro.steps).filter(({ code }) => macro.asked.includes(code))
  if (surface === 'script') return answers
  for (const [step, values] of Map.groupBy(asked, value => value.step)) {
    const [first] = values
    if (!first) continue
    const fields = Object.fromEntries(
      values.flatMap(({ name, fields }) => (fields[name] ? [[name, fields[name]]] : [])),
    )
    const before = Object.fromEntries(values.map(({ name, value }) => [name, value]))
    const request = {
      by: 'dialog',
      command: first.command,
      fields,
      values: before,
      fieldErrors: {},
      confirmation: null,
    } as const
    const given = await askArguments(request, signal)
    if (given === null) return null
    answers.set(step, given)
  }
  return answers
}

/** Row count from which the gate has asked already. */
const askedByGate = 50

/** Single question per run: the first, or steps that post or destroy. */
async function isConfirmed(
  macro: Macro,
  command: Command,
  { facts, count }: { readonly facts: readonly string[]; readonly count: number },
  context: CommandContext,
): Promise<boolean> {
  const isKnown = isAgreed(macro)
  const isSafe = !macro.steps.some(isGrave)
  if (context.surface === 'script') return context.confirm === 'accept' || (isKnown && isSafe)
  if (isKnown && (isSafe || count > askedByGate)) return true
  const question = isKnown ? 'macro.confirm' : macro.isForeign ? 'macro.firstShared' : 'macro.first'
  const values = { name: macro.name, count, from: macro.from || text('macro.someone') }
  const request = { command, args: {}, question, values, facts }
  if ((await askConfirmation(request, context.signal)) === null) return false
  if (!isKnown) await agree(macro)
  return true
}

const run: typeof execute = (id, args, options) => execute(id, args, { ...options, surface: 'script' })

/** Exports of scripts are handed over here. */
function offerFile(result: Result): void {
  const { name, blob } = result.status === 'ok' && isRow(result.data) ? result.data : {}
  if (typeof name === 'string' && blob instanceof Blob) offerDownload(name, blob)
}

/** `ticketRequired` would make the gate run all steps again. */
const codeOf = (result: Result | undefined): number =>
  result?.status === 'failed' && result.code !== refusals.ticketRequired.status ? result.code : 0

async function failureOfSteps(
  macro: Macro,
  steps: readonly RecordedStep[],
  id: number | null,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly message: string } | null> {
  const remap = new Map(macro.row && id !== null ? [[`${macro.row.entity}/${macro.row.id}`, id]] : [])
  const replayed = await replay(run, steps, { confirm: 'accept', signal, remap })
  for (const { result } of replayed) offerFile(result)
  const last = replayed.at(-1)
  if (last?.result.status === 'ok') return null
  const command = findCommand(last?.id ?? '')
  const message = last ? failureInWords(last.result) : text('macro.stopped')
  const status = codeOf(last?.result)
  return { status, message: command ? `${replayed.length}. ${commandTitle(command)}: ${message}` : message }
}

async function overRows(macro: Macro, steps: readonly RecordedStep[], args: Arguments, context: CommandContext) {
  const entity = entityNamed(macro.row?.entity ?? '')
  if (!entity) return noSelection()
  const target = targetOf(entity.name, context, args)
  const known = new Map(target.rows.map(row => [row.id, row]))
  const outcomes: RowOutcome[] = []
  for (const id of storedIds(target)) {
    if (context.signal.aborted) break
    const failure = await failureOfSteps(macro, steps, id, context.signal)
    const row = known.get(id)
    const title = row ? titleOfRow(entity, row, text) : `#${id}`
    if (failure) outcomes.push({ id, ok: false, status: failure.status, message: `${title} · ${failure.message}` })
    else outcomes.push({ id, ok: true, status: 0, message: '' })
  }
  const result = resultOf(outcomes)
  return result.status === 'ok' ? { ...result, ...done(macro, outcomes.length) } : result
}

const done = ({ name }: Macro, count: number) => ({ message: 'macro.done', values: { name, count } })

export async function runMacro(macro: Macro, args: Arguments, context: CommandContext): Promise<Result> {
  const command = findCommand(`macro.${macro.id}`)
  if (!command || !isAllowed(macro)) return { status: 'denied', reason: 'when', message: 'macro.reason.steps' }
  const ids = macro.row ? storedIds(targetOf(macro.row.entity, context, args)) : []
  if (macro.row && ids.length === 0) return noSelection()
  const answers = await askValues(macro, context)
  if (answers === null) return { status: 'cancelled' }
  const steps = withAnswers(macro.steps, answers)
  const asked = { facts: stepsInWords({ ...macro, steps, asked: [] }), count: Math.max(ids.length, 1) }
  if (!(await isConfirmed(macro, command, asked, context)))
    return context.surface === 'script'
      ? { status: 'denied', reason: 'when', message: 'macro.reason.confirm' }
      : { status: 'cancelled' }
  if (macro.row) return overRows(macro, steps, args, context)
  const failure = await failureOfSteps(macro, steps, null, context.signal)
  if (failure) return { status: 'failed', code: failure.status, message: failure.message }
  return { status: 'ok', ...done(macro, 1) }
}
