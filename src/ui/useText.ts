import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { type TextValues, type text, textOf } from '../data/api/messages.ts'

/**
 * The text function of the current language, by the formatter of the screens. It is another function after the language
 * or the texts changed, so that whatever is remembered from it is made anew.
 */
export function useText(): typeof text {
  const intl = useIntl()
  return useCallback((key: string, values?: TextValues) => textOf(intl, key, values), [intl])
}
