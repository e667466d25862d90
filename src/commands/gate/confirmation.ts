/** Confirmation of a command: a dry run first, then the question. */
import { store, storeLocal } from '../../data/store.ts'
import { uuid } from '../../data/uuid.ts'
import type { Arguments, Command, Foresight, Surface } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { handlerOf } from '../core/registry.ts'
import { lacksRows } from './availability.ts'
import { failureOf } from './failure.ts'
import type { CommandRun, Middleware } from './pipeline.ts'
import { askConfirmation } from './prompts.ts'
import { questionOf, targetRowCount } from './question.ts'

/** Row count nobody reviews by eye: larger changes need confirmation. */
const manyRows = 50

/** Link followers may not know its effect: every change needs confirmation. */
function wantsConfirmation({ confirm, risk, asks, rows }: Command, args: Arguments, surface: Surface): boolean {
  if (confirm === true || (surface === 'link' && risk !== 'read')) return true
  if (surface === 'script') return false
  const areMany = rows !== undefined && rows.one !== true && risk !== 'read' && targetRowCount(args) > manyRows
  return areMany || asks?.(args, store.get(contextAtom)) !== undefined
}

const asksPerson = ({ command, args, surface, confirm = 'ask' }: CommandRun) =>
  surface !== 'script' && confirm === 'ask' && wantsConfirmation(command, args, surface)

async function foreseen(run: CommandRun): Promise<Foresight> {
  const { command, args, signal } = run
  const handler = handlerOf(command.id)
  await handler?.prepare?.()
  if (!command.foresee || !asksPerson(run)) return { facts: [] }
  let found: Foresight
  try {
    const { surface, confirm } = run
    found = await command.foresee(args, { ...store.get(contextAtom), surface, signal, confirm })
  } catch (error) {
    found = { refused: failureOf(error, signal) }
  }
  if ('refused' in found) await handler?.refused?.(found.refused)
  return found
}

/** Dry run before a prompt: errors precede the question. */
export const foresee: Middleware = async (run, next) => {
  const { command, args, surface } = run
  if (run.facts || run.isConfirmed || !command.foresee || surface === 'script' || lacksRows(command, args))
    return next(run)
  const found = await foreseen(run)
  return 'refused' in found ? found.refused : next({ ...run, ...found })
}

/** Question, answered by a person, by `confirm` or a script's token. */
export const confirm: Middleware = async (run, next) => {
  const { command, args, surface, facts, signal } = run
  if (!run.isConfirmed && wantsConfirmation(command, args, surface)) {
    const { confirm: answer = surface === 'script' ? 'refuse' : 'ask' } = run
    const isAccepted =
      answer === 'accept' || (typeof answer === 'object' && isConfirmedBy(answer.token, command.id, args))
    if (!isAccepted) {
      const own = questionOf(command, args, facts)
      const asked = { ...own, question: run.question ?? own.question }
      if (answer !== 'ask')
        return { status: 'unconfirmed', question: asked.question, token: tokenFor(command.id, args) }
      const given = await askConfirmation({ command, ...asked, args }, signal)
      if (given === null || signal.aborted) return { status: 'cancelled' }
      return next({ ...run, args: { ...args, ...given } })
    }
  }
  return signal.aborted ? { status: 'cancelled' } : next(run)
}

// Confirmation tokens for scripts, which repeat the call with one.

const lifetime = 5 * 60_000

const confirmable = storeLocal(() => new Map<string, { readonly what: string; readonly until: number }>())

const described = (id: string, args: Arguments) => JSON.stringify([id, args])

/** Single-use token of this call, valid for 5 minutes. */
function tokenFor(id: string, args: Arguments): string {
  const now = Date.now()
  const tokens = confirmable()
  for (const [token, { until }] of tokens) if (until < now) tokens.delete(token)
  const token = uuid()
  tokens.set(token, { what: described(id, args), until: now + lifetime })
  return token
}

/** Checks the token; consumes it in any case. */
function isConfirmedBy(token: string, id: string, args: Arguments): boolean {
  const tokens = confirmable()
  const known = tokens.get(token)
  tokens.delete(token)
  return known !== undefined && known.until >= Date.now() && known.what === described(id, args)
}
