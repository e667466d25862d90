/** Figures of the rich-text editor, from section 9 of the specification. */

/** Link text: longest shown in full, and the truncated length. */
export const linkText = { longest: 30, shown: 20 } as const

/** Font sizes in pixels. */
export const fontSizes = [10, 11, 12, 14, 16, 18, 20, 24, 36] as const

/** Paragraph spacing above and below, in pixels. */
export const rowSpacings = [5, 10, 15, 20, 25] as const

/** Line heights relative to font size. */
export const lineHeights = [1, 1.5, 1.75, 2, 3, 4, 5] as const

export const indent = '2em'

export const tableSize = { columns: 5, rows: 5, maxColumns: 20, maxRows: 100 } as const

export const undoDepth = 20

export const tabSpaces = 4

/** Inserted video size, in pixels. */
export const videoSize = { width: 420, height: 280 } as const

/** Text limit in characters, and its recount delay in ms. */
export const words = { most: 10_000, countedAfter: 200 } as const

/** Autosave note: idle delay and display time, in ms. */
export const autosave = { after: 2000, shownFor: 2000 } as const

/** Timeouts in ms of editor calls and image capture; uploads have none. */
export const timeLimits = { call: 5000, capture: 60_000 } as const

export const editorHome = '/static/UE/'
