import { shippedText } from '#contract/messages/shippedNames.ts'
import { sessionAtom } from '../api/credentials.ts'
import { text } from '../language.ts'
import { store } from '../store.ts'
import type { RowValues } from './row.ts'

/** Version saved by the reader, in another window. */
export const isOwnVersion = ({ updatedBy }: RowValues): boolean =>
  typeof updatedBy === 'number' && updatedBy === store.get(sessionAtom)?.userId

/** Name of who saved a version; undefined for the system. */
export function authorOf(row: RowValues): string | undefined {
  if (isOwnVersion(row)) return text('drafts.you')
  return typeof row.updatedBy$label === 'string' ? shippedText('user', row.updatedBy$label, text) : undefined
}
