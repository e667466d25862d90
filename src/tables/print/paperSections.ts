/** Sections added to a record's paper by screens of their own. */
import { atom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { store } from '../../data/store.ts'

export const paperSectionsAtom = atom<ReadonlyMap<string, ReactNode>>(new Map())

export function usePaperSection(record: string, section: ReactNode): void {
  useEffect(() => {
    store.set(paperSectionsAtom, before => new Map(before).set(record, section))
    return () => store.set(paperSectionsAtom, before => new Map([...before].filter(([other]) => other !== record)))
  }, [record, section])
}
