/** Personal settings. Security: the owner comes from the session only. */
import type { usersetting } from '#contract/system/usersetting.ts'
import type { EntityHooks } from '../basis/hooks.ts'

export const usersettingRules: EntityHooks<typeof usersetting> = {
  async beforeSave(context, row) {
    row.userId = context.userId
  },
}
