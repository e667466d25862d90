/** Which codes of states are good, waiting or bad news. What is not named is neutral. */
export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

const tones: Readonly<Record<string, Tone>> = {
  SUBMITTED: 'success',
  RELEASED: 'success',
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
  REPAIRING: 'warning',
  LIMITED: 'warning',
  DUE: 'warning',
  // what nobody recorded proves nothing
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
}

/** Only states are drawn as tags; an ordinary choice is plain text. */
export function isState(enumeration: string): boolean {
  return /status|approval|verdict|quality/i.test(enumeration)
}

export function toneOf(code: string): Tone {
  return tones[code] ?? 'neutral'
}
