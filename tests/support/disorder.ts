/** How far a number comes after a higher one, at worst. */
export function worstDisorder(numbers: readonly number[]): number {
  let [highest, worst] = [0, 0]
  for (const number of numbers) {
    highest = Math.max(highest, number)
    worst = Math.max(worst, highest - number)
  }
  return worst
}
