import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { group } from '#contract/system/group.ts'
import type { EntityHooks } from '../basis/hooks.ts'

export const groupRules: EntityHooks<typeof group> = {
  async beforeSave(context, row, before) {
    if (!before || !row.parentId) return
    // Serialize moves: two concurrent ones could form a cycle unnoticed.
    await sql`select pg_advisory_xact_lock(hashtext('group'), ${context.customerId}::int)`.execute(context.tx)
    const { rows } = await sql`
      with recursive up as (
        select id, "parentId" from "group" where id = ${row.parentId}
        union select g.id, g."parentId" from "group" g join up on g.id = up."parentId"
      )
      select 1 from up where id = ${before.id}`.execute(context.tx)
    if (rows.length > 0) throw invalid({ parentId: 'loop' })
  },
}
