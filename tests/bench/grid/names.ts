/** The grids that are measured. */
export const gridNames = { ours: 'Lotline', ag: 'AG Grid Community 36.2.0', glide: 'Glide Data Grid 6.0.3' } as const

export type GridName = keyof typeof gridNames

/** Where each has its page. */
export const pageOf: Readonly<Record<GridName, string>> = {
  ours: '/',
  ag: '/peers/ag.html',
  glide: '/peers/glide.html',
}
