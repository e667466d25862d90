/** What a person keeps for himself: keys, views, columns. Whose a row is says the session, never the client. */
import type { usersetting } from '../../../src/contract/system/usersetting.ts'
import type { EntityHooks } from '../basis/hooks.ts'

export const usersettingRules: EntityHooks<typeof usersetting> = {
  async beforeSave(context, row) {
    row.userId = context.userId
  },
}
