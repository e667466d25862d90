import { atom } from 'jotai'

/** Record search pending or running for the palette's query. */
export const searchDueAtom = atom(false)
