/** Staff questions with answers. */
import { AppError } from '#contract/schema/answer.ts'
import type { questionanswer } from '#contract/system/questionanswer.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'

export const questionanswerRules: EntityHooksWithActions<typeof questionanswer> = {
  async beforeSave(context, row, before) {
    if (before && before.askerId !== context.userId)
      throw new AppError('notPermitted', { menu: 'questionanswer', button: 'edit' })
    if (before) return
    row.askerId = context.userId
    row.askedAt = context.now
  },
  actions: {
    answer: async (context, _row, given) => ({ answer: given.answer, answererId: context.userId }),
    close: async context => ({ closedAt: context.now }),
  },
}
