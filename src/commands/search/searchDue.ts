import { atom } from 'jotai'

/** Has something been typed in the palette for which records will be looked for once the typing rests, or are being looked for? */
export const searchDueAtom = atom(false)
