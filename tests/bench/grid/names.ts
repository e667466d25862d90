/** The grids that are measured. */
export const gridNames = {
  /** In its console: the whole page of a list, with its tool bar, search, tabs and status line. */
  ours: 'Lotline',
  /** The same grid by itself, as the others are. */
  alone: 'its grid alone',
  ag: 'AG Grid Community 36.2.0',
  glide: 'Glide Data Grid 6.0.3',
} as const

export type GridName = keyof typeof gridNames

/** Where each has its page. */
export const pageOf: Readonly<Record<GridName, string>> = {
  ours: '/',
  alone: '/tests/bench/grid/alone.html',
  ag: '/peers/ag.html',
  glide: '/peers/glide.html',
}
