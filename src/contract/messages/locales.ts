export const locales = ['zh-CN', 'zh-TW', 'en-US'] as const
export type Locale = (typeof locales)[number]

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

export type Texts = Readonly<Record<string, string>>
