/** How well a drill went, from what was done and what was true (domain.md §3.6). Pure. */

export interface Score {
  readonly trueLots: number
  readonly foundLots: number
  readonly hitLots: number
  /** Of what was found, how much was affected; of what was affected, how much was found: percent, null of nothing. */
  readonly precisionPercent: string | null
  readonly recallPercent: string | null
}

const percent = (part: number, whole: number) => (whole === 0 ? null : ((part * 100) / whole).toFixed(2))

/** What a team found against what is truly affected; a lot entered twice counts once. */
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

/** When this share of all was done, given when each was; null while it is not, or where there is nobody. */
export function momentOfShare(moments: readonly (string | null)[], share: number): string | null {
  const wanted = Math.ceil(moments.length * share)
  const done = moments.filter(moment => moment !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return wanted === 0 ? null : (done[wanted - 1] ?? null)
}

/** Minutes between two instants, with two decimals; null where the second has not come. */
export function minutesBetween(from: string, until: string | null): string | null {
  return until === null ? null : (Math.max(0, Date.parse(until) - Date.parse(from)) / 60_000).toFixed(2)
}

/** One of so many, always the same for the same seed: the seed is mixed so that neighbours do not pick neighbours. */
export function pickBySeed(seed: number, count: number): number {
  let mixed = (seed | 0) + 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return count === 0 ? 0 : ((mixed ^ (mixed >>> 16)) >>> 0) % count
}
