/** Roles: grants limited to the caller's own; the built-in role is immutable. */

import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { role } from '#contract/system/role.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { changedIds, covers, grantsOfMenus } from './permissions.ts'

async function isOwnRole(context: Context, roleId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "user_roleIds" where "ownerId" = ${context.userId} and "targetId" = ${roleId}`.execute(context.tx)
  return rows.length > 0
}

/** Cross-organisation roles require a caller with that scope. */
function refuseWider(context: Context, ...dataScopes: readonly unknown[]): void {
  if (!context.everyOrganisation && dataScopes.includes('ALL')) throw new AppError('cannotGrantMore')
}

export const roleRules: EntityHooks<typeof role> = {
  async beforeSave(context, row, before) {
    if (context.userId === null) return
    const changed = changedIds(before?.menuIds, row.menuIds)
    const switched = before !== null && before.status !== row.status
    const reached = before?.dataScope !== row.dataScope
    // Built-in role must hold every permission: upgrades grant new pages to it.
    if (before?.isSystem && (changed.length > 0 || switched || reached)) throw new AppError('systemRole')
    if (before && (changed.length > 0 || switched || reached) && (await isOwnRole(context, before.id)))
      throw new AppError('notPermitted', { menu: 'role', button: 'edit' })
    if (reached || switched) refuseWider(context, before?.dataScope, row.dataScope)
    const touched = switched ? [...before.menuIds, ...changed] : changed
    if (touched.length > 0 && !covers(context.grants, await grantsOfMenus(context.tx, touched)))
      throw new AppError('cannotGrantMore')
  },
  async beforeRemove(context, row) {
    if (context.userId !== null) refuseWider(context, row.dataScope)
    if (context.userId !== null && !covers(context.grants, await grantsOfMenus(context.tx, row.menuIds)))
      throw new AppError('cannotGrantMore')
  },
}
