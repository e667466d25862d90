/** Sizes of tests that take long: small in `npm test`, full in `npm run test:soak`. */
export const isSoak = process.env.SOAK === '1'

/** A size, unless its own variable says another. */
export const sized = (small: number, full: number, variable = ''): number =>
  Number(process.env[variable] ?? (isSoak ? full : small))
