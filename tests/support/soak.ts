/** Sizes of tests that take long: small in `npm test`, full in `npm run test:soak`. */
export const isSoak = process.env.SOAK === '1'

/** A size, unless its own variable says another. */
export const sized = (small: number, full: number, variable = ''): number =>
  Number(process.env[variable] ?? (isSoak ? full : small))

/** Every so many of those made alike; all of them in a soak run. */
export const sampled = <T>(every: number, all: readonly T[], first = 0): readonly T[] =>
  isSoak ? all : all.filter((_, at) => at % every === first % every)
