import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { intlAtom, type TextValues, text } from '../data/messages.ts'

/**
 * The text function of the current language. It is another function after the language or the texts changed, so
 * that whatever is remembered from it is made anew.
 */
export function useText(): typeof text {
  const intl = useAtomValue(intlAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts come from the store, whose value this is
  return useCallback((key: string, values?: TextValues) => text(key, values), [intl])
}
