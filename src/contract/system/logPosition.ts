/** Position in PostgreSQL's log (LSN). */

/** Header; without it the primary answers. */
export const positionHeader = 'Lotline-Position'

/** Before everything: a client that has written nothing yet. */
export const firstPosition = '0/0'

export const isPosition = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(text)

/** Log position as a number, in bytes. */
export function bytesOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const laterOf = (one: string, other: string): string => (bytesOf(other) > bytesOf(one) ? other : one)
