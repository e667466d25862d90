/** Screen cache behind the front screen. Pure. */

/** Screen cache limit, bounding memory. */
export const MAX_CACHED = 12

/** Paths to keep mounted: recent open tabs of cacheable pages, front included. */
export function cachedScreens(
  current: string,
  recent: readonly string[],
  open: ReadonlySet<string>,
  isCached: (path: string) => boolean,
): readonly string[] {
  const others = recent.filter(path => path !== current && open.has(path) && isCached(path))
  return [current, ...others.slice(0, MAX_CACHED - 1)]
}
