/** When the realtime channel is tried again: a state machine without a clock or a socket of its own (specification §4, §9). Pure. */

/** How often it is looked whether to try again. */
export const checkMs = 1_000

const firstInterval = 5

export interface Link {
  readonly phase: 'closed' | 'connecting' | 'open'
  /** Seconds to wait after the next close; one more at each close, and the first again once it was open. */
  readonly interval: number
  /** When it is tried again, in milliseconds of any clock. */
  readonly dueAt: number
}

export type LinkEvent =
  /** A second is over. */
  | 'check'
  | 'opened'
  | 'closed'
  /** Somebody has something to say and will not wait. */
  | 'wanted'

/** Nothing was tried yet: the first look begins. */
export const freshLink: Link = { phase: 'closed', interval: firstInterval, dueAt: 0 }

/** What an event makes of it. Whoever gets `connecting` for the first time opens a socket, so there is never a second one. */
export function stepped(link: Link, event: LinkEvent, now: number): Link {
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

/** Milliseconds until what could not be said now is tried again: it is connecting, or has to be connected first. */
export function resendWait({ phase }: Link): number {
  if (phase === 'open') return 0
  return phase === 'connecting' ? 300 : 500
}
