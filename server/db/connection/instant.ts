/**
 * The instant that the database writes as `2026-03-01 08:00:00.5+00`, taken apart as text: by way of a Date it is the
 * dearest part of reading rows. Null for what is written otherwise (another zone, before Christ, after 9999). Pure.
 */
export function instantIn(written: string): string | null {
  if (written[10] !== ' ' || !written.endsWith('+00')) return null
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}
