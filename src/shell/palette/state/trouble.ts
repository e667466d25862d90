/** Error text of a failed command, and its prompt. */

import { type FieldErrors, refusals } from '#contract/schema/answer.ts'
import type { Result } from '../../../commands/core/command.ts'
import type { ArgumentRequest } from '../../../commands/gate/prompts.ts'
import { messageOf } from '../../../data/api/localizedMessage.ts'
import type { text } from '../../../data/language.ts'
import { errorText } from '../../../fields/errorText.ts'
import { argumentPrefix } from '../../dialogs/argumentTitles.ts'
import type { PaletteStep } from './steps.ts'

/** Deferred text: follows the language. */
export type Trouble = (say: typeof text) => string

export interface StepTrouble {
  readonly said: Trouble
  readonly step?: string
}

const isFieldErrors = (data: unknown): data is FieldErrors =>
  typeof data === 'object' && data !== null && Object.values(data).every(fieldError => typeof fieldError === 'string')

function errorsIn(result: Result): FieldErrors {
  if (result.status === 'invalid') return result.faults
  if (result.status !== 'failed' || result.code !== refusals.invalid.status) return {}
  const [said] = [result.data, ...(result.rows ?? []).map(({ data }) => data)].filter(isFieldErrors)
  return said ?? {}
}

const once = (messages: readonly string[]) => [...new Set(messages)].join('\n')

/** Null for success and self-explanatory results. */
export function troubleOf(result: Result, request: ArgumentRequest, steps: readonly PaletteStep[]): StepTrouble | null {
  const fieldErrors = Object.entries(errorsIn(result))
  if (fieldErrors.length > 0) {
    const prefix = argumentPrefix(request)
    const wrong = steps.find(({ name }) => fieldErrors.some(([field]) => field === name))
    const said: Trouble = say => {
      const lines = fieldErrors.map(([field, fieldError]) => {
        const words = errorText(say, fieldError)
        return field === wrong?.name
          ? words
          : say('tables.nameValue', { name: say(`${prefix}.${field}`), value: words })
      })
      return once(lines)
    }
    return { said, ...(wrong ? { step: wrong.name } : {}) }
  }
  if (result.status === 'failed') {
    const refused = (result.rows ?? []).filter(row => !row.ok)
    const messages = refused.length > 0 ? refused.map(messageOf) : [messageOf({ ...result, status: result.code })]
    return { said: say => once(messages.map(({ key, values }) => say(key, values))) }
  }
  if (result.status !== 'denied' || result.reason === 'signed-out') return null
  return { said: say => say(result.message ?? `reason.${result.reason}`) }
}
