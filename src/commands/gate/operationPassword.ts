/** Operation password: prompt for it, then retry the command. */
import { type FieldErrors, refusals } from '#contract/schema/answer.ts'
import { giveOperationPassword } from '../../data/api/operationPassword.ts'
import { CallError } from '../../data/api/transport.ts'
import type { Command } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { commandTitle, verbOf } from '../core/titles.ts'
import type { Middleware } from './pipeline.ts'
import { askArguments } from './prompts.ts'

/**
 * Prompts until accepted; false on cancel.
 * @throws CallError for any other refusal
 */
async function unlock(command: Command, locked: Command, signal: AbortSignal): Promise<boolean> {
  let fieldErrors: FieldErrors = {}
  const why = { question: 'password.why', values: { title: commandTitle(locked) }, accept: verbOf(locked) }
  for (;;) {
    const given = await askArguments(
      { by: 'dialog', command, fields: command.arguments ?? {}, values: {}, fieldErrors, confirmation: why },
      signal,
    )
    if (given === null) return false
    try {
      await giveOperationPassword(String(given.password ?? ''))
      return true
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== refusals.wrongPassword.status) throw error
      fieldErrors = { password: 'wrongPassword' }
    }
  }
}

/** Retries once with a ticket; scripts unlock by their own command. */
export const requireTicket: Middleware = async (run, next) => {
  const result = await next(run)
  const unlocking = run.surface === 'script' ? undefined : findCommand('password.unlock')
  if (!unlocking || result.status !== 'failed' || result.code !== refusals.ticketRequired.status) return result
  try {
    return (await unlock(unlocking, run.command, run.signal)) ? await next(run) : { status: 'cancelled' }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { status: 'failed', code: error.status, message: error.message, data: error.data }
  }
}
