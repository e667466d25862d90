/** Error text of a failed command, and its prompt. */

import { type Faults, refusals } from '#contract/schema/answer.ts'
import type { Result } from '../../../commands/core/command.ts'
import type { ArgumentRequest } from '../../../commands/gate/prompts.ts'
import { messageOf } from '../../../data/api/localizedMessage.ts'
import type { text } from '../../../data/language.ts'
import { faultText } from '../../../fields/faultText.ts'
import { argumentPrefix } from '../../dialogs/argumentTitles.ts'
import type { PaletteStep } from './steps.ts'

/** Deferred text: follows the language. */
export type Trouble = (say: typeof text) => string

export interface StepTrouble {
  readonly said: Trouble
  readonly step?: string
}

const isFaults = (data: unknown): data is Faults =>
  typeof data === 'object' && data !== null && Object.values(data).every(fault => typeof fault === 'string')

function faultsIn(result: Result): Faults {
  if (result.status === 'invalid') return result.faults
  if (result.status !== 'failed' || result.code !== refusals.invalid.status) return {}
  const [said] = [result.data, ...(result.rows ?? []).map(({ data }) => data)].filter(isFaults)
  return said ?? {}
}

const once = (messages: readonly string[]) => [...new Set(messages)].join('\n')

/** Null for success and self-explanatory results. */
export function troubleOf(result: Result, request: ArgumentRequest, steps: readonly PaletteStep[]): StepTrouble | null {
  const faults = Object.entries(faultsIn(result))
  if (faults.length > 0) {
    const prefix = argumentPrefix(request)
    const wrong = steps.find(({ name }) => faults.some(([field]) => field === name))
    const said: Trouble = say => {
      const lines = faults.map(([field, fault]) => {
        const words = faultText(say, fault)
        return field === wrong?.name ? words : `${say(`${prefix}.${field}`)}: ${words}`
      })
      return once(lines)
    }
    return { said, ...(wrong ? { step: wrong.name } : {}) }
  }
  if (result.status === 'failed') {
    const refused = (result.rows ?? []).filter(row => !row.ok)
    const sayings = refused.length > 0 ? refused.map(messageOf) : [messageOf({ ...result, status: result.code })]
    return { said: say => once(sayings.map(({ key, values }) => say(key, values))) }
  }
  if (result.status !== 'denied' || result.reason === 'signed-out') return null
  return { said: say => say(result.message ?? `reason.${result.reason}`) }
}
