/** Entity hooks by name; purely stored entities have none. */
import type { EntityName, entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { roleRules } from './auth/role.ts'
import { userRules } from './auth/user.ts'
import { userloginRules } from './auth/userlogin.ts'
import { materialspecRules, productspecRules, unitRules } from './basic/factors.ts'
import { productRules } from './basic/product.ts'
import { productformulaRules } from './basic/productformula.ts'
import { producttechflowRules } from './basic/producttechflow.ts'
import { techflowRules } from './basic/techflow.ts'
import { thirdreportRules } from './basic/thirdreport.ts'
import type { EntityHooks, EntityHooksWithActions } from './basis/hooks.ts'
import { consumablesoutRules } from './equipment/consumablesout.ts'
import { detecequipmentRules } from './equipment/detecequipment.ts'
import { detecequipmentrecordRules } from './equipment/detecequipmentrecord.ts'
import { equipmentrepaidrecordRules } from './equipment/equipmentrepaidrecord.ts'
import { unsafefoodaccidentRules } from './foodSafety/unsafefoodaccident.ts'
import { unsafefoodanalyseRules } from './foodSafety/unsafefoodanalyse.ts'
import { unsafefoodcallbackplanRules } from './foodSafety/unsafefoodcallbackplan.ts'
import { labelprintRules } from './label/labelprint.ts'
import { labelprinterRules } from './label/labelprinter.ts'
import { labeltemplateRules } from './label/labeltemplate.ts'
import { materialRules } from './material/material.ts'
import { materialstoreinRules } from './material/materialstorein.ts'
import { materialstoreoutRules } from './material/materialstoreout.ts'
import { notifyRules } from './notices/notify.ts'
import { getmaterialrecordRules } from './production/getmaterialrecord.ts'
import { importcontrolRules } from './production/importcontrol.ts'
import { materialmakeupRules } from './production/materialmakeup.ts'
import { produceplanRules } from './production/produceplan.ts'
import { productstoreinRules } from './production/productstorein.ts'
import { productstoreoutRules } from './production/productstoreout.ts'
import { usematerialrecordRules } from './production/usematerialrecord.ts'
import { qualityinspectionRules } from './quality/qualityinspection.ts'
import { stocklotRules } from './quality/stocklot.ts'
import { unqualifiedproductRules } from './quality/unqualifiedproduct.ts'
import { callbackRules } from './recall/callback.ts'
import { callbackdealerRules } from './recall/callbackdealer.ts'
import { complaintRules } from './sale/complaint.ts'
import { productsaleoutRules } from './sale/productsaleout.ts'
import { retainsampleRules } from './sale/retainsample.ts'
import { settingRules } from './settings/setting.ts'
import { usersettingRules } from './settings/usersetting.ts'
import { employeeRules } from './staff/employee.ts'
import { employeehealthRules } from './staff/employeehealth.ts'
import { palletRules } from './stock/pallets/pallet.ts'
import { stockcountRules } from './stock/stockcount.ts'
import { stocklocationRules } from './stock/stocklocation.ts'
import { stockrelabelRules } from './stock/stockrelabel.ts'
import { warehouseRules } from './stock/warehouse.ts'
import { customerRules } from './system/customer.ts'
import { groupRules } from './system/group.ts'
import { menuRules } from './system/menu.ts'
import { questionanswerRules } from './system/questionanswer.ts'
import { uistringRules } from './system/uistring.ts'
import { versionRules } from './system/version.ts'
import { taskRules } from './tasks/task.ts'

/** Entities with actions must be registered here; enforced by the compiler. */
type WithActions = {
  [N in EntityName]: keyof (typeof entities)[N]['actions'] extends never ? never : N
}[EntityName]

type Registry = { readonly [N in Exclude<EntityName, WithActions>]?: EntityHooks<(typeof entities)[N]> } & {
  readonly [N in WithActions]: EntityHooksWithActions<(typeof entities)[N]>
}

const rules: Registry = {
  unit: unitRules,
  productspec: productspecRules,
  materialspec: materialspecRules,
  producttechflow: producttechflowRules,
  techflow: techflowRules,
  materialstoreout: materialstoreoutRules,
  consumablesout: consumablesoutRules,
  equipmentrepaidrecord: equipmentrepaidrecordRules,
  detecequipment: detecequipmentRules,
  detecequipmentrecord: detecequipmentrecordRules,
  employee: employeeRules,
  employeehealth: employeehealthRules,
  thirdreport: thirdreportRules,
  qualityinspection: qualityinspectionRules,
  unqualifiedproduct: unqualifiedproductRules,
  unsafefoodaccident: unsafefoodaccidentRules,
  unsafefoodanalyse: unsafefoodanalyseRules,
  unsafefoodcallbackplan: unsafefoodcallbackplanRules,
  importcontrol: importcontrolRules,
  materialmakeup: materialmakeupRules,
  productstoreout: productstoreoutRules,
  callback: callbackRules,
  callbackdealer: callbackdealerRules,
  complaint: complaintRules,
  retainsample: retainsampleRules,
  stockcount: stockcountRules,
  stockrelabel: stockrelabelRules,
  pallet: palletRules,
  notify: notifyRules,
  questionanswer: questionanswerRules,
  version: versionRules,
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
  group: groupRules,
  labelprint: labelprintRules,
  labelprinter: labelprinterRules,
  labeltemplate: labeltemplateRules,
  setting: settingRules,
  task: taskRules,
  uistring: uistringRules,
  userlogin: userloginRules,
  usersetting: usersettingRules,
  menu: menuRules,
}

const none: EntityHooks = {}

export function hooksOf(entity: Entity): EntityHooks {
  // Cast: an index by name cannot say whose rows a hook takes.
  return ((rules as Readonly<Record<string, unknown>>)[entity.name] as EntityHooks | undefined) ?? none
}
