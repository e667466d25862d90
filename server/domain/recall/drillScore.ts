/** Drill score from findings and ground truth (domain.md §3.6). Pure. */

export interface Score {
  readonly trueLots: number
  readonly foundLots: number
  readonly hitLots: number
  /** Precision and recall of the findings in percent; null for empty sets. */
  readonly precisionPercent: string | null
  readonly recallPercent: string | null
}

const percent = (part: number, whole: number) => (whole === 0 ? null : ((part * 100) / whole).toFixed(2))

/** Scores findings against the truth; duplicate lots count once. */
export function scoreOf(truth: Iterable<number>, found: Iterable<number>): Score {
  const [affected, answer] = [new Set(truth), new Set(found)]
  const hits = [...answer].filter(lot => affected.has(lot)).length
  return {
    trueLots: affected.size,
    foundLots: answer.size,
    hitLots: hits,
    precisionPercent: percent(hits, answer.size),
    recallPercent: percent(hits, affected.size),
  }
}

/** Moment when a share of all events was reached; null while not, or without events. */
export function momentOfShare(moments: readonly (string | null)[], share: number): string | null {
  const wanted = Math.ceil(moments.length * share)
  const done = moments.filter(moment => moment !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return wanted === 0 ? null : (done[wanted - 1] ?? null)
}

export function minutesBetween(from: string, until: string | null): string | null {
  return until === null ? null : (Math.max(0, Date.parse(until) - Date.parse(from)) / 60_000).toFixed(2)
}

/** Deterministic index by seed; the hash separates neighbouring seeds. */
export function pickBySeed(seed: number, count: number): number {
  let mixed = (seed | 0) + 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return count === 0 ? 0 : ((mixed ^ (mixed >>> 16)) >>> 0) % count
}
