/** Text overrides, and pinyin for searching Chinese texts. */

import { sql } from 'kysely'
import { pinyin } from 'pinyin-pro'
import { shipped } from '#contract/messages/index.ts'
import type { AnswerOf, ParametersOf } from '#contract/schema/call.ts'
import { lang } from '#contract/system/lang.ts'
import type { strings } from '#contract/system/session.ts'
import type { Context } from '../../db/connection/context.ts'

const ownNames = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', 'en-US': 'English' }

export function languages() {
  return Object.keys(lang.options).map(code => ({
    code,
    name: ownNames[code as keyof typeof ownNames],
    isDefault: code === 'zh-CN',
  }))
}

const escaped = (text: unknown) => String(text ?? '').replace(/[\\%_]/g, '\\$&')

export async function ownTexts(
  context: Context,
  { key, s }: ParametersOf<typeof strings>,
): Promise<AnswerOf<typeof strings>> {
  const says = `%${escaped(s)}%`
  const { rows } = await sql<AnswerOf<typeof strings>[number]>`
    select "lang", "key", "value" from "uistring"
    where "key" like ${`${escaped(key)}%`} and ("value" ilike ${says} or "key" ilike ${says})
    order by "key", "lang"`.execute(context.tx)
  return rows
}

const maxLength = 20
let spoken: Readonly<Record<string, string>> | undefined

/** Pinyin of shipped Chinese titles, computed once. */
export function spokenTexts(): Readonly<Record<string, string>> {
  if (spoken) return spoken
  const all = [shipped['zh-CN'], shipped['zh-TW']].flatMap(Object.entries<string>)
  const texts = new Set(all.flatMap(([key, text]) => (key.startsWith('synonyms.') ? text.split(',') : [text])))
  const result: Record<string, string> = {}
  for (const text of texts) {
    if ([...text].length > maxLength || !/\p{Script=Han}/u.test(text)) continue
    result[text] = pinyin(text, { toneType: 'none', nonZh: 'consecutive', v: true })
  }
  spoken = result
  return result
}
