/** Copies of rows that the browser keeps for work without a network. */
import { isOutcomeUnknown } from '../api/transport.ts'
import { storeLocal } from '../store.ts'
import type { Row } from './row.ts'

type ReadCopies = (entity: string) => Promise<readonly Row[] | undefined>

const local = storeLocal(() => ({ read: undefined as ReadCopies | undefined }))

export function provideCopies(read: ReadCopies): void {
  local().read = read
}

/**
 * Answer of the server, else rows of the copy that match.
 * @throws the error of the call where it was answered, or nothing was copied
 */
export async function orFromCopy<T>(
  entity: string,
  ask: () => Promise<T>,
  choose: (rows: readonly Row[]) => T,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const rows = isOutcomeUnknown(error) ? await local().read?.(entity) : undefined
    if (!rows) throw error
    return choose(rows)
  }
}
