import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { type TextValues, type text, textOf } from '../data/language.ts'

/** Message function of the current language; its identity invalidates memos. */
export function useText(): typeof text {
  const intl = useIntl()
  return useCallback((key: string, values?: TextValues) => textOf(intl, key, values), [intl])
}
