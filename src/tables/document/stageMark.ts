/** Stage progress of a record. Pure. */

export type StageMark = 'done' | 'now' | 'ahead'

export function stageMark(stages: readonly string[], stage: string, status: unknown): StageMark {
  const [at, now] = [stages.indexOf(stage), stages.indexOf(String(status))]
  if (at === now) return 'now'
  return at < now ? 'done' : 'ahead'
}
