import { useAtomValue } from 'jotai'
import { intlAtom, text } from '../data/messages.ts'

/** The text function of the current language; the component renders again when the language or the texts change. */
export function useText(): typeof text {
  useAtomValue(intlAtom)
  return text
}
