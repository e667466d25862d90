import type { questionanswer } from '../../../src/contract/system/questionanswer.ts'
import type { RulesWithActions } from '../rule.ts'

export const questionanswerRules: RulesWithActions<typeof questionanswer> = {
  actions: {
    answer: async () => undefined,
    close: async () => undefined,
  },
}
