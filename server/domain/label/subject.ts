/** What a label is printed of: its texts and the elements of its codes. */
import type { Gs1Element } from '#contract/gs1/elementString.ts'
import type { LabelField } from '#contract/label/labelFields.ts'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { loadMany } from '../../db/records/store.ts'

/** Record, and its number of packages where the caller says one. */
export interface LabelRecord {
  readonly id: number
  readonly count?: number | undefined
}

export type LabelValues = Partial<Record<LabelField, string | null | undefined>>

export interface LabelSubject {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly packages: number
  readonly values: LabelValues
  readonly ofPackage?: LabelValues | undefined
  readonly elements: readonly Gs1Element[]
  /** Further ones that a template may choose. */
  readonly further?: readonly Gs1Element[] | undefined
  /** Packages that are numbered have a serial. */
  readonly lotNo?: string | undefined
}

/**
 * Rows in the order asked for.
 * @throws AppError notFound
 */
export async function loadAll<E extends Entity>(
  context: Context,
  entity: E,
  ids: readonly number[],
): Promise<readonly RowOf<E>[]> {
  const rows = await loadMany(context, entity, ids)
  if (rows.length < ids.length) throw new AppError('notFound')
  return rows
}

/** Codes of an enumeration in the reader's language. */
export const inWords = (context: Context, name: string | undefined, codes: readonly string[]): string =>
  codes.map(code => format(context.locale, `${name}.${code}`)).join(context.locale === 'en-US' ? ', ' : '、')

/** Decimal without the zeros that fill its places. */
export const plain = (quantity: string | null | undefined): string | undefined =>
  quantity?.includes('.') ? quantity.replace(/\.?0+$/, '') : (quantity ?? undefined)
