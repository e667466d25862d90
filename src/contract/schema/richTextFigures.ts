/** The figures of the rich-text editor, all of them from section 9 of the specification. */

/** Longest text a link is shown by in full, and how much of a longer one is shown. */
export const linkText = { longest: 30, shown: 20 } as const

/** Sizes of text, in pixels. */
export const fontSizes = [10, 11, 12, 14, 16, 18, 20, 24, 36] as const

/** Space above and below a row, in pixels. */
export const rowSpacings = [5, 10, 15, 20, 25] as const

/** Height of a line by its size of text. */
export const lineHeights = [1, 1.5, 1.75, 2, 3, 4, 5] as const

/** How far the first line of a paragraph stands in. */
export const indent = '2em'

/** A new table, and the largest there may be. */
export const tableSize = { columns: 5, rows: 5, mostColumns: 20, mostRows: 100 } as const

/** Steps that can be taken back. */
export const undoDepth = 20

/** Blanks that the tab key puts in. */
export const tabSpaces = 4

/** Size of a video that was put in, in pixels. */
export const videoSize = { width: 420, height: 280 } as const

/** How much may be written, and after how many milliseconds it is counted again. */
export const words = { most: 10_000, countedAfter: 200 } as const

/** After how many milliseconds without typing it is said that the text is kept, and for how long. */
export const autosave = { after: 2000, shownFor: 2000 } as const

/** Milliseconds that a call of the editor may take, and one that fetches pictures from elsewhere; uploads take their time. */
export const timeLimits = { call: 5000, capture: 60_000 } as const

/** Where the editor's static files lie. */
export const editorHome = '/static/UE/'
