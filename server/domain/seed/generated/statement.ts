/** SQL helpers of the generator; scratch tables live in their own schema. */

/** Named statement; the name is reported on start. */
export type GenerationStep = readonly [title: string, statement: string]

export const scratch = 'generation'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Word list indexed from zero, cyclic. */
export const pick = (words: readonly string[], place: string) =>
  `(array[${words.map(literal).join(',')}])[1 + ((${place}) % ${words.length})::int]`

/** Deterministic number in [0, 1) by two seeds. */
export const random = (first: string, second: string | number) => `generation.random(${first}, ${second})`

/** Zipf-distributed number of 1 to `count`: weight k^-exponent. */
export const zipf = (chance: string, count: number, exponent: number) =>
  `1 + width_bucket(${chance}, (select array_agg(share order by k) from (
    select k, sum(power(k::float8, -${exponent})) over (order by k) / sum(power(k::float8, -${exponent})) over () as share
    from generate_series(1, ${count}) k) shares where k < ${count}))`

/** Instant: minutes after plant midnight on a calendar day. */
export const at = (day: string, minutes: string | number) => `${day}.at + (${minutes}) * interval '1 minute'`

/** Document number as of `nextNumber`: prefix, day, counter. */
export const numberOf = (prefix: string, day: string, running: string, digits = 4) =>
  `'${prefix}' || ${day}.stamp || '-' || lpad((${running})::text, greatest(${digits}, length((${running})::text)), '0')`
