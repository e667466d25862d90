import type { Locale } from '../messages/locales.ts'

/** Correspondence language of a country; English as fallback. */
export function localeOfCountry(country: string | null): Locale {
  if (country === 'CN' || country === null || country === '') return 'zh-CN'
  return ['TW', 'HK', 'MO'].includes(country) ? 'zh-TW' : 'en-US'
}
