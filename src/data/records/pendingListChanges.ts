/** Changes not yet displayed in a list. */
export interface PendingListChanges {
  readonly added: ReadonlySet<number>
  /** Removed rows, or rows outside the list's filter now. */
  readonly gone: ReadonlySet<number>
  /** Count of additions unknown. */
  readonly more: boolean
}

export const noPendingChanges: PendingListChanges = { added: new Set(), gone: new Set(), more: false }
