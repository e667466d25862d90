/** Addresses of records that values refer to. */
import { entityNamed } from '#contract/index.ts'
import { hasPage, hasRecord } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { type Grants, permits } from '#contract/schema/permission.ts'
import { navigate } from '../../data/location.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Result } from './command.ts'
import { flushEditing } from './pendingEdit.ts'
import type { Previewed } from './recordPreview.ts'

/** Address of a record whose page these grants open. */
export function recordAddress(grants: Grants, entity: string | undefined, id: unknown): string | undefined {
  const target = entity === undefined || typeof id !== 'number' ? undefined : entityNamed(entity)
  if (!target || !hasRecord(target) || !hasPage(target)) return undefined
  return permits(grants, { menu: target.name }) ? `/${target.name}/${id}` : undefined
}

/** Address of the record that a value stands for. */
export function addressOfValue(grants: Grants, field: Field, name: string, row: Values): string | undefined {
  const { kind, to, titleOf } = field
  if (titleOf)
    return row[name] ? recordAddress(grants, String(row[titleOf.entity]), Number(row[titleOf.id])) : undefined
  return kind === 'reference' ? recordAddress(grants, to, row[name]) : undefined
}

export const referenceIn = ({ entity, id }: Arguments): Previewed | null =>
  typeof entity === 'string' && typeof id === 'number' ? { entity, id } : null

export async function openReference(target: Previewed | null): Promise<Result> {
  const address = target && recordAddress(store.get(grantsAtom), target.entity, target.id)
  if (!address) return { status: 'denied', reason: 'when', message: 'reason.noReference' }
  await flushEditing()
  navigate(address)
  return { status: 'ok' }
}
