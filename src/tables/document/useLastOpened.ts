import { useContext, useEffect } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { localeAtom } from '../../data/language.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import type { RowValues } from '../../data/records/row.ts'
import { forgetOpened, keepOpened } from '../../data/session/lastRecords.ts'
import { store } from '../../data/store.ts'
import { cells } from '../../fields/index.ts'
import { titleInWords } from '../../fields/textCells.ts'
import { FrontContext } from '../../ui/front.ts'
import type { Document } from './useDocument.ts'

const notFound = 1005

function subjectOf({ subject = '', fields }: Entity, row: RowValues): { readonly subject?: string } {
  const field = fields[subject]
  const said = field && cells[field.kind].toText(row[subject], row, field, store.get(localeAtom), subject)
  return said ? { subject: said } : {}
}

/** Record opened last while its page is in front. */
export function useLastOpened({ entity, id, stored, error }: Document): void {
  const isFront = useContext(FrontContext)
  const isGone = error?.status === notFound
  useEffect(() => {
    if (typeof id !== 'number' || !isFront) return
    if (pathOfAddress(store.get(locationAtom)) !== `/${entity.name}/${id}`) return
    if (isGone) forgetOpened(entity.name, id)
    else if (stored)
      keepOpened({ entity: entity.name, id, title: titleInWords(entity, stored), ...subjectOf(entity, stored) })
  }, [entity, id, stored, isGone, isFront])
}
