/** Why a command did not go well, in words, and which of its questions that is about. */
import type { ArgumentRequest } from '../../commands/asking.ts'
import type { Result } from '../../commands/command.ts'
import { type Faults, refusals } from '../../contract/schema/answer.ts'
import { text } from '../../data/messages.ts'
import { faultText } from '../../tables/faultText.ts'
import { argumentPrefix } from '../argumentTitles.ts'
import type { Step } from './steps.ts'

export interface Trouble {
  readonly text: string
  /** Name of the question. */
  readonly step?: string
}

const isFaults = (data: unknown): data is Faults =>
  typeof data === 'object' && data !== null && Object.values(data).every(fault => typeof fault === 'string')

/** The fields that were refused, by the console or by the server. */
function faultsIn(result: Result): Faults {
  if (result.status === 'invalid') return result.faults
  if (result.status !== 'failed' || result.code !== refusals.invalid.status) return {}
  const [said] = [result.data, ...(result.rows ?? []).map(({ data }) => data)].filter(isFaults)
  return said ?? {}
}

const once = (messages: readonly string[]) => [...new Set(messages)].join('\n')

/** Null for what went well, and for what needs no word here. */
export function troubleOf(result: Result, request: ArgumentRequest, steps: readonly Step[]): Trouble | null {
  const faults = Object.entries(faultsIn(result))
  if (faults.length > 0) {
    const prefix = argumentPrefix(request)
    const wrong = steps.find(({ name }) => faults.some(([field]) => field === name))
    const lines = faults.map(([field, fault]) => {
      const said = faultText(text, fault)
      return field === wrong?.name ? said : `${text(`${prefix}.${field}`)}: ${said}`
    })
    return { text: once(lines), ...(wrong ? { step: wrong.name } : {}) }
  }
  if (result.status === 'failed') {
    const refused = (result.rows ?? []).filter(row => !row.ok).map(row => row.message)
    return { text: refused.length > 0 ? once(refused) : result.message }
  }
  if (result.status !== 'denied' || result.reason === 'signed-out') return null
  return { text: text(result.message ?? `reason.${result.reason}`) }
}
