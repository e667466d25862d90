/** What a list does not show yet. */
export interface PendingListChanges {
  readonly added: ReadonlySet<number>
  /** Removed, or such that the list would not show them any more. */
  readonly gone: ReadonlySet<number>
  /** There may be more. */
  readonly more: boolean
}

export const noPendingChanges: PendingListChanges = { added: new Set(), gone: new Set(), more: false }
