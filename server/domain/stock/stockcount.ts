import type { stockcount } from '../../../src/contract/stock/stockcount.ts'
import type { RulesWithActions } from '../rule.ts'

export const stockcountRules: RulesWithActions<typeof stockcount> = {
  actions: {
    submit: async () => undefined,
    reverse: async () => undefined,
  },
}
