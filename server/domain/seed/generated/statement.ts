/** Words of SQL that the steps of the generator share. All scratch tables lie in a schema of their own. */

/** A named statement; the name is told when it begins. */
export type Step = readonly [title: string, statement: string]

/** The schema of the scratch tables; dropped when the plant is made. */
export const scratch = 'generation'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A list of words, picked by a number from zero on, again and again from the beginning. */
export const pick = (words: readonly string[], place: string) =>
  `(array[${words.map(literal).join(',')}])[1 + ((${place}) % ${words.length})::int]`

/** A number in [0, 1), the same for the same two numbers in every run. */
export const random = (first: string, second: string | number) => `generation.random(${first}, ${second})`

/** A number of 1 to `count`, the k-th in proportion to k^-exponent (Zipf). */
export const zipf = (chance: string, count: number, exponent: number) =>
  `1 + width_bucket(${chance}, (select array_agg(share order by k) from (
    select k, sum(power(k::float8, -${exponent})) over (order by k) / sum(power(k::float8, -${exponent})) over () as share
    from generate_series(1, ${count}) k) shares where k < ${count}))`

/** An instant: minutes after midnight in the plant, on a day of the calendar. */
export const at = (day: string, minutes: string | number) => `${day}.at + (${minutes}) * interval '1 minute'`

/** A document number as `nextNumber` gives them: prefix, day, running number of the day. */
export const numberOf = (prefix: string, day: string, running: string, digits = 4) =>
  `'${prefix}' || ${day}.stamp || '-' || lpad((${running})::text, greatest(${digits}, length((${running})::text)), '0')`
