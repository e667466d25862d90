import { atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { isEditable, isPartlyEditable } from '#contract/schema/entity.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { maySave } from '../../tables/columns/columns.ts'
import { openedAtom } from '../../tables/document/opened.ts'

export const readOnlyRecordAtom = atom(get => {
  const { page, record } = get(contextAtom)
  const entity = entityNamed(page)
  if (!record || !entity || get(unsavedOf(page)).has(record.id)) return false
  if (!maySave(get(grantsAtom), entity, record.id)) return true
  if (typeof record.id !== 'number') return false
  const { row } = get(openedAtom(page, record.id))
  return row !== null && !isEditable(entity, row) && !isPartlyEditable(entity, row)
})
