/** Addresses of records that values refer to. */
import { numberedDocument } from '#contract/documentNumbers.ts'
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

/** Address by number, which its page resolves. */
function numberedAddress(grants: Grants, value: unknown): string | undefined {
  const { entity = '', number } = numberedDocument(String(value ?? '')) ?? {}
  return number !== undefined && permits(grants, { menu: entity }) ? `/${entity}/${number}` : undefined
}

export const isLinking = ({ kind, titleOf, namesDocument }: Field): boolean =>
  kind === 'reference' || titleOf !== undefined || namesDocument === true

/** Address of the record that a value stands for. */
export function addressOfValue(grants: Grants, field: Field, name: string, row: Values): string | undefined {
  const { kind, to, titleOf, namesDocument } = field
  if (titleOf)
    return row[name] ? recordAddress(grants, String(row[titleOf.entity]), Number(row[titleOf.id])) : undefined
  if (namesDocument) return numberedAddress(grants, row[name])
  return kind === 'reference' ? recordAddress(grants, to, row[name]) : undefined
}

export const referenceIn = ({ entity, id }: Arguments): Previewed | null =>
  typeof entity === 'string' && typeof id === 'number' ? { entity, id } : null

/** Address of the record named by arguments, which say a reference. */
const addressIn = (args: Arguments): string | undefined => {
  const { entity, id } = referenceIn(args) ?? {}
  return recordAddress(store.get(grantsAtom), entity, id)
}

/** Opens the record that arguments name; without any, that of `linkHere`. */
export async function openReference(args: Arguments, linkHere?: () => string | undefined): Promise<Result> {
  const address = args.id === undefined ? linkHere?.() : addressIn(args)
  if (!address) return { status: 'denied', reason: 'when', message: 'reason.noReference' }
  await flushEditing()
  navigate(address)
  return { status: 'ok' }
}
