/** Published versions of client programs, in sequence. */
import { invalid } from '#contract/schema/answer.ts'
import type { version } from '#contract/system/version.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'

export const versionRules: EntityHooksWithActions<typeof version> = {
  actions: {
    async publish(context, row) {
      const versions = context.tx.selectFrom('version').where('platform', '=', row.platform).where('id', '<>', row.id)
      const published = versions.where('status', '=', 'PUBLISHED').select('id').limit(1)
      // Ascending versions only: clients query for higher ones.
      if (await published.where('versionCode', '>=', row.versionCode).executeTakeFirst())
        throw invalid({ versionCode: 'taken' })
      return { publishTime: context.now }
    },
    withdraw: async () => undefined,
  },
}
