/** Overrides of shipped texts, global: editable with access to all. */
import { argumentsOf } from '#contract/messages/arguments.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { uistring } from '#contract/system/uistring.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooks } from '../basis/hooks.ts'

/** Placeholder check: a text without its `{lotNo}` loses information. */
function guardPlaceholders(key: string, value: string): void {
  const given = argumentsOf(value)
  const originals = locales.map(locale => argumentsOf(shipped[locale][key] ?? ''))
  // Texts without arguments may contain free braces.
  if (originals.includes(null)) return
  const names = new Set(originals.flatMap(original => [...(original?.keys() ?? [])]))
  // Plurals only where shipped, since nothing else reads them.
  const fits = [...(given ?? [])].every(
    ([name, type]) => type === '' || originals.some(original => original?.get(name)),
  )
  if (!given || !fits || given.size !== names.size || [...given.keys()].some(name => !names.has(name)))
    throw invalid({ value: 'placeholders' })
}

function refuseLocal({ everyOrganisation }: Context): void {
  if (!everyOrganisation) throw new AppError('notPermitted', { menu: 'uistring', button: 'edit' })
}

export const uistringRules: EntityHooks<typeof uistring> = {
  async beforeSave(context, { key, value }) {
    refuseLocal(context)
    if (!key) return
    if (!Object.hasOwn(shipped['zh-CN'], key)) throw invalid({ key: 'noSuchText' })
    if (value) guardPlaceholders(key, value)
  },
  async beforeRemove(context) {
    refuseLocal(context)
  },
}
