/** Content of a paper in one language, drawn alike by browser and PDF. */
import type { Locale } from '../messages/locales.ts'

export interface PaperValue {
  readonly title: string
  readonly text: string
}

export interface PaperModelColumn {
  readonly title: string
  readonly isNumeric?: boolean
}

export type PaperSection =
  | { readonly kind: 'values'; readonly values: readonly PaperValue[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly columns: readonly PaperModelColumn[]
      readonly rows: readonly (readonly string[])[]
      readonly totals?: readonly PaperValue[]
      /** Sentence in place of rows that are missing. */
      readonly note?: string
    }
  | { readonly kind: 'text'; readonly text: string }

export interface PaperAddressee {
  readonly title: string
  readonly name: string
  readonly lines: readonly string[]
}

/** What the hash is taken of: what the records say, and nothing else. */
export interface PaperContent {
  readonly paper: string
  readonly entity: string
  readonly id: number
  readonly locale: Locale
  readonly title: string
  readonly number: string
  readonly company: string
  readonly contact: readonly string[]
  readonly partner?: PaperAddressee
  readonly sections: readonly PaperSection[]
  readonly signatures: readonly string[]
}

export interface PaperModel extends PaperContent {
  /** Last ledger entry when it was read. */
  readonly seq: number
  readonly hash: string
  /** Who made it when, in words. */
  readonly foot: string
}
