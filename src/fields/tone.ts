/** Tone of states, by code or `Enumeration.CODE`; neutral by default. */
import type { Locale } from '#contract/messages/locales.ts'
import { type Field, isEmpty } from '#contract/schema/field.ts'
import { isExpired } from '#contract/stock/lotQuality.ts'
import { text } from '../data/language.ts'
import { dayOf } from '../data/plantClock.ts'
import type { RowValues } from '../data/records/row.ts'
import { optionTitle } from './options/options.ts'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

const tones: Readonly<Record<string, Tone>> = {
  SUBMITTED: 'success',
  RELEASED: 'success',
  // Approved, whatever the verdict.
  'InspectStatus.RELEASED': 'neutral',
  APPROVED: 'success',
  CONFIRMED: 'success',
  FINISHED: 'success',
  NORMAL: 'success',
  QUALIFIED: 'success',
  PASS: 'success',
  VALID: 'success',
  ACKNOWLEDGED: 'success',
  RETURNED: 'success',
  PUBLISHED: 'success',
  ANSWERED: 'success',
  REACHED: 'success',
  SENT: 'success',
  DONE: 'success',
  SUCCESS: 'success',
  FIXED: 'success',
  HOLD: 'warning',
  PENDING: 'warning',
  OPEN: 'warning',
  ISSUING: 'warning',
  PRODUCING: 'warning',
  SUSPENDED: 'warning',
  EXPIRING: 'warning',
  LOCKED: 'warning',
  NOT_NOTIFIED: 'warning',
  NOTIFYING: 'warning',
  RECOVERING: 'warning',
  DISPOSING: 'warning',
  EXECUTING: 'warning',
  INVESTIGATING: 'warning',
  ANALYSING: 'warning',
  REPORTED: 'warning',
  STARTED: 'warning',
  TESTING: 'warning',
  JUDGED: 'warning',
  DECIDED: 'warning',
  REPAIRING: 'warning',
  LIMITED: 'warning',
  DUE: 'warning',
  // A message in transit has informed nobody yet.
  LEFT_MESSAGE: 'warning',
  NO_ANSWER: 'warning',
  SENDING: 'warning',
  FOUND: 'warning',
  TEMPORARY: 'warning',
  // Missing records prove nothing.
  UNKNOWN: 'warning',
  REJECTED: 'danger',
  REVERSED: 'danger',
  RECALLED: 'danger',
  BLOCKED: 'danger',
  EXPIRED: 'danger',
  SCRAPPED: 'danger',
  FAIL: 'danger',
  FAILED: 'danger',
  OVERDUE: 'danger',
  INVALID: 'danger',
  DEVIATION: 'danger',
  UNQUALIFIED: 'danger',
  DEAD_PHONE: 'danger',
  LOST: 'danger',
  BAD_PASSWORD: 'danger',
  BAD_OPERATION: 'danger',
  BAD_CODE: 'danger',
  SCRAP: 'danger',
}

/** Tags are for states and outcomes; other choices are plain text. */
export function isState(enumeration: string): boolean {
  return /status|approval|verdict|quality|result|outcome/i.test(enumeration)
}

export function toneOf(code: string, enumeration = ''): Tone {
  return tones[`${enumeration}.${code}`] ?? tones[code] ?? 'neutral'
}

export interface ShownState {
  readonly title: string
  readonly tone: Tone
}

const isUsedUp = ({ usedUpBy = '' }: Field, row: RowValues) => !isEmpty(row[usedUpBy]) && Number(row[usedUpBy]) === 0

/** A released lot past its expiry is no good news, one used up none at all. */
export function stateShown(field: Field, row: RowValues, code: string, locale: Locale): ShownState {
  const title = optionTitle(field.enumeration, code, locale)
  const isPast = isExpired(field, row, code, dayOf(new Date()))
  const tone = isPast ? 'danger' : toneOf(code, field.enumeration?.name)
  const shown = isPast ? text('state.expired', { state: title }) : title
  return { title: shown, tone: isUsedUp(field, row) && code === 'RELEASED' ? 'neutral' : tone }
}
