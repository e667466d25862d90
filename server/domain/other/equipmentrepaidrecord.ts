import type { equipmentrepaidrecord } from '../../../src/contract/other/equipmentrepaidrecord.ts'
import type { RulesWithActions } from '../rule.ts'

export const equipmentrepaidrecordRules: RulesWithActions<typeof equipmentrepaidrecord> = {
  actions: {
    verify: async () => undefined,
  },
}
