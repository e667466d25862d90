/** ISO instant of PostgreSQL text. Null: other zones, BC, after 9999. */
export function instantIn(written: string): string | null {
  if (written[10] !== ' ' || !written.endsWith('+00')) return null
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}
