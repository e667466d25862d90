/** The way of a recall from its draft to its end, as the strip of its screen draws it. Pure. */

export const stages = ['DRAFT', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING', 'CLOSED'] as const

const into: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['start'],
  STARTED: ['notify'],
  NOTIFYING: ['recover', 'returns'],
  RECOVERING: ['returns', 'dispose'],
  DISPOSING: ['close', 'returns'],
}

/** What comes next of a recall in this state: actions and documents, the likeliest first. */
export const nextSteps = (status: unknown): readonly string[] => into[String(status)] ?? []

/** Is the list of whom to call what is worked on? */
export const isCalling = (status: unknown): boolean =>
  status === 'STARTED' || status === 'NOTIFYING' || status === 'RECOVERING'
