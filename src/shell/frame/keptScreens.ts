/** Which screens stay alive behind the one in front. Pure. */

/** Screens kept beyond this cost memory that nobody sees. */
export const MOST_KEPT = 12

/**
 * Paths to keep, the one in front included: those that are open as tabs, visited most lately, and whose page does
 * not ask to be made anew each time.
 */
export function keptScreens(
  current: string,
  recent: readonly string[],
  open: ReadonlySet<string>,
  isCached: (path: string) => boolean,
): readonly string[] {
  const others = recent.filter(path => path !== current && open.has(path) && isCached(path))
  return [current, ...others.slice(0, MOST_KEPT - 1)]
}
