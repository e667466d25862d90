/** Quantities as bigint ten-thousandths: no arithmetic shared with the server. */

/** Ten-thousandths of a decimal string; nothing is zero. */
export function units(text: unknown): bigint {
  if (text === null || text === undefined || text === '') return 0n
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(text)) ?? []
  const found = BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0').slice(0, 4))
  return sign === '-' ? -found : found
}

/** As the wire has it: four places. */
export function text(quantity: bigint): string {
  const size = quantity < 0n ? -quantity : quantity
  return `${quantity < 0n ? '-' : ''}${size / 10_000n}.${String(size % 10_000n).padStart(4, '0')}`
}

/** Product of two quantities, rounded half up to four places. */
export const times = (one: bigint, other: bigint): bigint => (one * other + 5_000n) / 10_000n

/** Deterministic random numbers in [0, 1) by seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
