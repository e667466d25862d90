/** Seeded draws (mulberry32): one seed, one sequence, on every machine. */
export interface Random {
  /** Integer from 0, below `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

export function randomFrom(seed: number): Random {
  let state = seed | 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(fraction() * limit)
  return { below, chance: probability => fraction() < probability, pick: from => from[below(from.length)] as never }
}

/** Own seed for each name (FNV-1a): operations can be repeated alone. */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  return hash | 0
}
