/** Text of recall notices, in the language of the dealer's country. Pure. */
import { format, type Locale } from '#contract/messages/index.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'

/** Correspondence language of a country; English as fallback. */
export function localeOfCountry(country: string | null): Locale {
  if (country === 'CN' || country === null || country === '') return 'zh-CN'
  return ['TW', 'HK', 'MO'].includes(country) ? 'zh-TW' : 'en-US'
}

export interface NoticeLot {
  readonly product: string
  readonly lotNo: string
  readonly produceDate: string | null
  readonly quantity: string
  readonly unit: string
}

export interface Notice {
  readonly plant: string
  readonly plantPhone: string
  readonly docNo: string
  readonly title: string
  readonly grade: string
  readonly contact: string
  /** Formatted recall text for everybody; mails carry its plain text. */
  readonly content: string
  readonly lots: readonly NoticeLot[]
  readonly isDrill: boolean
}

export function noticeMail(locale: Locale, notice: Notice): { readonly subject: string; readonly text: string } {
  const { lots, isDrill, ...values } = notice
  const say = (key: string, more: Readonly<Record<string, unknown>> = {}) =>
    format(locale, `recallNotice.${key}`, { ...values, ...more })
  const watermark = isDrill ? say('drill') : ''
  const lines = lots.map(lot => say('lot', { ...lot, produceDate: lot.produceDate ?? '—' }))
  const parts = [
    watermark,
    say('greeting'),
    say('opening'),
    lines.join('\n'),
    plainTextOf(notice.content),
    say('asked'),
    say('closing'),
  ]
  return {
    subject: [watermark, say('subject')].filter(Boolean).join(' ').slice(0, 200),
    text: parts.filter(Boolean).join('\n\n'),
  }
}
