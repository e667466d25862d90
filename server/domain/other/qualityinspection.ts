import type { qualityinspection } from '../../../src/contract/other/qualityinspection.ts'
import type { RulesWithActions } from '../rule.ts'

export const qualityinspectionRules: RulesWithActions<typeof qualityinspection> = {
  actions: {
    test: async () => undefined,
    judge: async () => undefined,
    release: async () => undefined,
    close: async () => undefined,
  },
}
