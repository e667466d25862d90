import { useContext, useEffect } from 'react'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { forgetOpened, keepOpened } from '../../data/session/lastRecords.ts'
import { store } from '../../data/store.ts'
import { titleInWords } from '../../fields/textCells.ts'
import { FrontContext } from '../../ui/front.ts'
import type { Document } from './useDocument.ts'

const notFound = 1005

/** Record opened last while its page is in front. */
export function useLastOpened({ entity, id, stored, error }: Document): void {
  const isFront = useContext(FrontContext)
  const isGone = error?.status === notFound
  useEffect(() => {
    if (typeof id !== 'number' || !isFront) return
    if (pathOfAddress(store.get(locationAtom)) !== `/${entity.name}/${id}`) return
    if (isGone) forgetOpened(entity.name, id)
    else if (stored) keepOpened({ entity: entity.name, id, title: titleInWords(entity, stored) })
  }, [entity, id, stored, isGone, isFront])
}
