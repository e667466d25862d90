/** What a list does not show yet. */
export interface News {
  readonly added: ReadonlySet<number>
  /** Removed, or such that the list would not show them any more. */
  readonly gone: ReadonlySet<number>
  /** There may be more. */
  readonly more: boolean
}

export const noNews: News = { added: new Set(), gone: new Set(), more: false }
