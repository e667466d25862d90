/** Rules by entity: an entity that only is stored stands in no line here. */
import type { EntityName, entities } from '../../src/contract/index.ts'
import type { Entity } from '../../src/contract/schema/entity.ts'
import { productRules } from './basic/product.ts'
import { productformulaRules } from './basic/productformula.ts'
import { materialRules } from './material/material.ts'
import { materialstoreinRules } from './material/materialstorein.ts'
import { getmaterialrecordRules } from './production/getmaterialrecord.ts'
import { produceplanRules } from './production/produceplan.ts'
import { productstoreinRules } from './production/productstorein.ts'
import { usematerialrecordRules } from './production/usematerialrecord.ts'
import type { Rules, RulesWithActions } from './rule.ts'
import { productsaleoutRules } from './sale/productsaleout.ts'
import { stocklocationRules } from './stock/stocklocation.ts'
import { stocklotRules } from './stock/stocklot.ts'
import { warehouseRules } from './stock/warehouse.ts'
import { customerRules } from './system/customer.ts'
import { menuRules } from './system/menu.ts'
import { roleRules } from './system/role.ts'
import { userRules } from './system/user.ts'

/** Entities that declare actions: their rules must be here, or this file does not compile. */
type WithActions = {
  [N in EntityName]: keyof (typeof entities)[N]['actions'] extends never ? never : N
}[EntityName]

type Registry = { readonly [N in Exclude<EntityName, WithActions>]?: Rules<(typeof entities)[N]> } & {
  readonly [N in WithActions]: RulesWithActions<(typeof entities)[N]>
}

const rules: Registry = {
  product: productRules,
  productformula: productformulaRules,
  material: materialRules,
  materialstorein: materialstoreinRules,
  produceplan: produceplanRules,
  getmaterialrecord: getmaterialrecordRules,
  usematerialrecord: usematerialrecordRules,
  productstorein: productstoreinRules,
  productsaleout: productsaleoutRules,
  stocklot: stocklotRules,
  stocklocation: stocklocationRules,
  warehouse: warehouseRules,
  customer: customerRules,
  user: userRules,
  role: roleRules,
  menu: menuRules,
}

const none: Rules = {}

/** The rules of an entity; none when it is only stored. */
export function rulesOf(entity: Entity): Rules {
  return ((rules as Readonly<Record<string, unknown>>)[entity.name] as Rules | undefined) ?? none
}
