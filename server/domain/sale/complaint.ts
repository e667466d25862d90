import type { complaint } from '../../../src/contract/sale/complaint.ts'
import type { RulesWithActions } from '../rule.ts'

export const complaintRules: RulesWithActions<typeof complaint> = {
  actions: {
    answer: async () => undefined,
    close: async () => undefined,
  },
}
