/** Dates of GS1 element strings: `YYMMDD` and ISO days. Pure. */

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** General Specifications 7.12: within 50 years of this one. */
function centuryOf(years: number, thisYear: number): number {
  const difference = years - (thisYear % 100)
  const century = thisYear - (thisYear % 100)
  return difference >= 51 ? century - 100 : difference <= -50 ? century + 100 : century
}

/** ISO day; day 00 is the last of its month. Null for no day. */
export function readDate(yymmdd: string, thisYear = new Date().getUTCFullYear()): string | null {
  if (!/^\d{6}$/.test(yymmdd)) return null
  const [years = 0, month = 0, day = 0] = (yymmdd.match(/\d\d/g) ?? []).map(Number)
  const year = centuryOf(years, thisYear) + years
  const last = lastDayOf(year, month)
  if (month < 1 || month > 12 || day > last) return null
  const digits = [month, day === 0 ? last : day].map(part => `${part}`.padStart(2, '0'))
  return [year, ...digits].join('-')
}

/** `2027-11-12` as `271112`; null for days that would be read otherwise. */
export function writeDate(isoDay: string, thisYear?: number): string | null {
  const yymmdd = isoDay.slice(2).replaceAll('-', '')
  return readDate(yymmdd, thisYear) === isoDay ? yymmdd : null
}
