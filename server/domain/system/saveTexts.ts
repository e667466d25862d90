/** Bulk save of text overrides (String/Save). */
import { sql } from 'kysely'
import { isLocale } from '#contract/messages/locales.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import { uistring } from '#contract/system/uistring.ts'
import type { Context } from '../../db/connection/context.ts'
import { removeRecord, saveRecord } from '../records.ts'

async function saveText(context: Context, { lang, key, value }: Values): Promise<Values | null> {
  if (!isLocale(lang)) throw invalid({ lang: 'option' })
  const { rows } = await sql<{ id: number }>`
    select id from uistring where lang = ${lang} and key = ${key} for update`.execute(context.tx)
  const id = rows[0]?.id
  if (!isEmpty(value)) return saveRecord(context, uistring, { ...(id === undefined ? {} : { id }), lang, key, value })
  if (id !== undefined) await removeRecord(context, uistring, id)
  return null
}

/**
 * Saves texts, all or none; returns the stored ones.
 * @throws AppError invalid with errors by row
 */
export async function saveTexts(context: Context, rows: readonly Values[]): Promise<readonly Values[]> {
  const stored: Values[] = []
  for (const [index, row] of rows.entries()) {
    try {
      const text = await saveText(context, row)
      if (text) stored.push({ lang: text.lang, key: text.key, value: text.value })
    } catch (error) {
      if (!(error instanceof AppError) || error.refusal !== 'invalid') throw error
      const fieldErrors = Object.entries(error.data as Readonly<Record<string, string>>)
      throw invalid(
        Object.fromEntries(fieldErrors.map(([field, fieldError]) => [`rows.${index}.${field}`, fieldError])),
      )
    }
  }
  return stored
}
