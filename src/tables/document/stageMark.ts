/** How far a record has gone on its way. Pure. */

export type StageMark = 'done' | 'now' | 'ahead'

/** Where a stage stands for a record in this state; a cancelled one has passed none. */
export function stageMark(stages: readonly string[], stage: string, status: unknown): StageMark {
  const [at, now] = [stages.indexOf(stage), stages.indexOf(String(status))]
  if (at === now) return 'now'
  return at < now ? 'done' : 'ahead'
}
