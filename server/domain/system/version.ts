/** Published versions of client programs, in sequence. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { version } from '#contract/system/version.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'

export const versionRules: EntityHooksWithActions<typeof version> = {
  actions: {
    async publish(context, row) {
      const { rows } = await sql`
        select 1 from version where platform = ${row.platform} and status = 'PUBLISHED'
          and "versionCode" >= ${row.versionCode} and id <> ${row.id} limit 1`.execute(context.tx)
      // Ascending versions only: clients query for higher ones.
      if (rows.length > 0) throw invalid({ versionCode: 'taken' })
      return { publishTime: context.now }
    },
    withdraw: async () => undefined,
  },
}
