/** Tasks of a thread: a count of its own, and what breaks it. */
let count = 0

export default async function task(asked: 'count' | 'late' | 'endless' | 'memory' | 'fault' | number): Promise<number> {
  if (asked === 'fault') throw new RangeError('as asked')
  if (asked === 'late')
    setTimeout(() => {
      throw new RangeError('too late')
    }, 100)
  while (asked === 'endless') count += 0
  const held: object[] = []
  while (asked === 'memory') held.push({ at: held.length, before: held.at(-1) })
  if (typeof asked === 'number') await new Promise(resolve => setTimeout(resolve, asked))
  count += 1
  return count
}
