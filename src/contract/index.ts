/** Every entity and every call. Whoever sees a route name finds its definition through here. */
import { brand } from './basic/brand.ts'
import { product } from './basic/product.ts'
import { productformula } from './basic/productformula.ts'
import { productspec } from './basic/productspec.ts'
import { unit } from './basic/unit.ts'
import { material } from './material/material.ts'
import { materialspec } from './material/materialspec.ts'
import { materialstorein } from './material/materialstorein.ts'
import { supply } from './material/supply.ts'
import { employee } from './other/employee.ts'
import { getmaterialrecord } from './production/getmaterialrecord.ts'
import { planLots, planMaterials, planUse } from './production/plan.ts'
import { produceplan } from './production/produceplan.ts'
import { productstorein } from './production/productstorein.ts'
import { usematerialrecord } from './production/usematerialrecord.ts'
import { reviewAsc, reviewAscExport, reviewDesc, reviewDescExport } from './review/review.ts'
import { tracesnapshot } from './review/tracesnapshot.ts'
import { dealer } from './sale/dealer.ts'
import { productsaleout } from './sale/productsaleout.ts'
import type { Call } from './schema/call.ts'
import type { Entity } from './schema/entity.ts'
import { lotlink } from './stock/lotlink.ts'
import { lotstatuslog } from './stock/lotstatuslog.ts'
import { stockbalance } from './stock/stockbalance.ts'
import { stockledger } from './stock/stockledger.ts'
import { stocklocation } from './stock/stocklocation.ts'
import { stocklot } from './stock/stocklot.ts'
import { warehouse } from './stock/warehouse.ts'
import { auditlog } from './system/auditlog.ts'
import { customer } from './system/customer.ts'
import { idempotency, loginfailure, numbering, token } from './system/internal.ts'
import { menu } from './system/menu.ts'
import { role } from './system/role.ts'
import * as session from './system/session.ts'
import { uistring } from './system/uistring.ts'
import { user } from './system/user.ts'

/** Entities by name, in the order of the menu within each area. */
export const entities = {
  brand,
  unit,
  product,
  productspec,
  productformula,
  supply,
  material,
  materialspec,
  materialstorein,
  produceplan,
  getmaterialrecord,
  usematerialrecord,
  productstorein,
  dealer,
  productsaleout,
  employee,
  stocklot,
  stockbalance,
  stockledger,
  lotstatuslog,
  lotlink,
  warehouse,
  stocklocation,
  tracesnapshot,
  customer,
  user,
  role,
  menu,
  uistring,
  auditlog,
  token,
  idempotency,
  numbering,
  loginfailure,
} as const

export type EntityName = keyof typeof entities

/** Calls that are no entity's. */
export const calls = {
  ...session,
  planMaterials,
  planLots,
  planUse,
  reviewAsc,
  reviewAscExport,
  reviewDesc,
  reviewDescExport,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** The entity of a template name; undefined for anything else, prototype names included. */
export function entityNamed(name: string): Entity | undefined {
  return Object.hasOwn(entities, name) ? entities[name as EntityName] : undefined
}

/** Every entity with the lines it holds, each once: what the database has tables for. */
export function tables(): readonly { readonly entity: Entity; readonly parent?: Entity }[] {
  return Object.values<Entity>(entities).flatMap(entity => [
    { entity },
    ...Object.values(entity.lines).map(line => ({ entity: line, parent: entity })),
  ])
}
