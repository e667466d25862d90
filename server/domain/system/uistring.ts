/** Texts of the installation in place of the shipped ones. They are global, so only who reaches everybody changes them. */
import { isLocale, shipped } from '../../../src/contract/messages/index.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import type { uistring } from '../../../src/contract/system/uistring.ts'
import type { Context } from '../../db/context.ts'
import type { Rules } from '../rule.ts'

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join()

/** A text that lost its `{lotNo}` would tell people half of what they need. */
function guardPlaceholders(lang: unknown, key: string, value: string): void {
  const original = isLocale(lang) ? (shipped[lang][key] ?? shipped['zh-CN'][key]) : undefined
  if (original !== undefined && placeholders(original) !== placeholders(value)) throw invalid({ value: 'placeholders' })
}

function refuseLocal({ everyOrganisation }: Context): void {
  if (!everyOrganisation) throw new AppError('notPermitted', { menu: 'uistring', button: 'edit' })
}

export const uistringRules: Rules<typeof uistring> = {
  async beforeSave(context, row) {
    refuseLocal(context)
    if (typeof row.value === 'string') guardPlaceholders(row.lang, String(row.key), row.value)
  },
  async beforeRemove(context) {
    refuseLocal(context)
  },
}
