/** Reconnect state machine without clock or socket (specification §4, §9). Pure. */

export const checkMs = 1_000

const firstInterval = 5

export interface RealtimeLink {
  readonly phase: 'closed' | 'connecting' | 'open'
  /** Seconds until the next attempt; one more per close. */
  readonly interval: number
  /** Time of the next attempt, in ms of any clock. */
  readonly dueAt: number
}

export type LinkEvent =
  | 'check'
  | 'opened'
  | 'closed'
  /** Pending message that skips the wait. */
  | 'wanted'

/** Initial state: the first check connects. */
export const freshLink: RealtimeLink = { phase: 'closed', interval: firstInterval, dueAt: 0 }

/** Applies an event. The transition to `connecting` opens the only socket. */
export function stepped(link: RealtimeLink, event: LinkEvent, now: number): RealtimeLink {
  switch (event) {
    case 'check':
      return link.phase === 'closed' && now >= link.dueAt ? { ...link, phase: 'connecting' } : link
    case 'wanted':
      return link.phase === 'closed' ? { ...link, phase: 'connecting' } : link
    case 'opened':
      return { ...link, phase: 'open', interval: firstInterval }
    case 'closed':
      return { phase: 'closed', interval: link.interval + 1, dueAt: now + link.interval * 1_000 }
  }
}

/** Delay in ms before a message is resent: connecting, or closed. */
export function resendWait({ phase }: RealtimeLink): number {
  if (phase === 'open') return 0
  return phase === 'connecting' ? 300 : 500
}
