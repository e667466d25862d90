/** Registry of all entities and calls by route name. */

import { brand } from './basic/brand.ts'
import { callbackgrade } from './basic/callbackgrade.ts'
import { consumables } from './basic/consumables.ts'
import { product } from './basic/product.ts'
import { productCopy, productCopyByGet } from './basic/productCopy.ts'
import { productformula } from './basic/productformula.ts'
import { productspec } from './basic/productspec.ts'
import { producttechflow } from './basic/producttechflow.ts'
import { techflow } from './basic/techflow.ts'
import { thirdreport } from './basic/thirdreport.ts'
import { unit } from './basic/unit.ts'
import { consumablesout } from './equipment/consumablesout.ts'
import { detecequipment } from './equipment/detecequipment.ts'
import { detecequipmentrecord } from './equipment/detecequipmentrecord.ts'
import { equipment } from './equipment/equipment.ts'
import { equipmentrepaidrecord } from './equipment/equipmentrepaidrecord.ts'
import { unsafefoodaccident } from './foodSafety/unsafefoodaccident.ts'
import { unsafefoodanalyse } from './foodSafety/unsafefoodanalyse.ts'
import { unsafefoodcallbackplan } from './foodSafety/unsafefoodcallbackplan.ts'
import { labelFile, labelPrint, labelProof } from './label/label.ts'
import { labelcontent, labelprint } from './label/labelprint.ts'
import { labelprinter } from './label/labelprinter.ts'
import { labeltemplate } from './label/labeltemplate.ts'
import { materialReceiptDefaults } from './material/initSpec.ts'
import { material } from './material/material.ts'
import { materialspec } from './material/materialspec.ts'
import { materialstorein } from './material/materialstorein.ts'
import { materialstoreout } from './material/materialstoreout.ts'
import { materialReceiptRemoval, materialReceiptRemovalByGet } from './material/receiptRemoval.ts'
import { supply } from './material/supply.ts'
import { paperCheck, paperLogo, paperPdf, paperText } from './paper/calls.ts'
import { getmaterialrecord } from './production/getmaterialrecord.ts'
import { importcontrol } from './production/importcontrol.ts'
import { materialmakeup } from './production/materialmakeup.ts'
import {
  openPlans,
  planLots,
  planMaterials,
  planRemoval,
  planRemovalByGet,
  planState,
  planUse,
  useCorrect,
} from './production/plan.ts'
import { produceplan } from './production/produceplan.ts'
import { productstorein } from './production/productstorein.ts'
import { productstoreinrecord } from './production/productstoreinrecord.ts'
import { productstoreout } from './production/productstoreout.ts'
import { productstoreoutrecord } from './production/productstoreoutrecord.ts'
import { usematerialrecord } from './production/usematerialrecord.ts'
import { qualityinspection } from './quality/qualityinspection.ts'
import { unqualifiedproduct } from './quality/unqualifiedproduct.ts'
import { callback } from './recall/callback.ts'
import { callbackdealer } from './recall/callbackdealer.ts'
import { callbackdrill } from './recall/callbackdrill.ts'
import { callbacknotice } from './recall/callbacknotice.ts'
import { recallState, seededDrill } from './recall/recall.ts'
import { complaint } from './sale/complaint.ts'
import { dealer } from './sale/dealer.ts'
import { productsaleout } from './sale/productsaleout.ts'
import { retainsample } from './sale/retainsample.ts'
import type { Call } from './schema/call.ts'
import type { Entity } from './schema/entity.ts'
import { employee } from './staff/employee.ts'
import { employeehealth } from './staff/employeehealth.ts'
import { lotlink } from './stock/lotlink.ts'
import { lotstatuslog } from './stock/lotstatuslog.ts'
import { pallet } from './stock/pallet.ts'
import { scannedLot } from './stock/scannedLot.ts'
import { stockbalance } from './stock/stockbalance.ts'
import { stockcount } from './stock/stockcount.ts'
import { stockitem } from './stock/stockitem.ts'
import { stockledger } from './stock/stockledger.ts'
import { stocklocation } from './stock/stocklocation.ts'
import { stocklot } from './stock/stocklot.ts'
import { stockrelabel } from './stock/stockrelabel.ts'
import { warehouse } from './stock/warehouse.ts'
import { auditlog } from './system/auditlog.ts'
import * as authenticatorCalls from './system/authenticator.ts'
import { customer } from './system/customer.ts'
import { file, fileuse } from './system/file.ts'
import { firstStepsCall } from './system/firstSteps.ts'
import { group } from './system/group.ts'
import { holiday } from './system/holiday.ts'
import { homeChartsCall } from './system/home.ts'
import {
  authenticatorapp,
  idempotency,
  loginfailure,
  loginflood,
  loginorigin,
  notifyread,
  numbering,
  passwordhistory,
  phonecode,
  recoverycode,
  tasktold,
  token,
  verification,
} from './system/internal.ts'
import { menu } from './system/menu.ts'
import { notify } from './system/notify.ts'
import { questionanswer } from './system/questionanswer.ts'
import { role } from './system/role.ts'
import * as session from './system/session.ts'
import { setting } from './system/setting.ts'
import { systemStatusCall } from './system/status.ts'
import { task } from './system/task.ts'
import { taskrun } from './system/taskrun.ts'
import { uistring } from './system/uistring.ts'
import { user } from './system/user.ts'
import { userlogin } from './system/userlogin.ts'
import { usersetting } from './system/usersetting.ts'
import { version } from './system/version.ts'
import { reviewAscGraph, reviewDescGraph } from './trace/graph.ts'
import {
  epcisExport,
  reviewAsc,
  reviewAscExport,
  reviewAscRows,
  reviewDesc,
  reviewDescExport,
  reviewDescRows,
} from './trace/trace.ts'
import { tracesnapshot } from './trace/tracesnapshot.ts'

export const entities = {
  brand,
  unit,
  callbackgrade,
  techflow,
  product,
  productspec,
  productformula,
  producttechflow,
  thirdreport,
  consumables,
  supply,
  material,
  materialspec,
  materialstorein,
  materialstoreout,
  produceplan,
  getmaterialrecord,
  materialmakeup,
  usematerialrecord,
  productstorein,
  productstoreinrecord,
  productstoreout,
  productstoreoutrecord,
  importcontrol,
  dealer,
  productsaleout,
  callback,
  callbackdealer,
  callbacknotice,
  callbackdrill,
  complaint,
  retainsample,
  employee,
  employeehealth,
  equipment,
  equipmentrepaidrecord,
  detecequipment,
  detecequipmentrecord,
  qualityinspection,
  unqualifiedproduct,
  consumablesout,
  unsafefoodanalyse,
  unsafefoodcallbackplan,
  unsafefoodaccident,
  stockitem,
  stocklot,
  stockbalance,
  stockledger,
  lotstatuslog,
  lotlink,
  warehouse,
  stocklocation,
  stockcount,
  stockrelabel,
  labelprint,
  labelcontent,
  pallet,
  tracesnapshot,
  customer,
  user,
  role,
  group,
  menu,
  uistring,
  notify,
  version,
  questionanswer,
  task,
  taskrun,
  userlogin,
  usersetting,
  setting,
  holiday,
  labeltemplate,
  labelprinter,
  auditlog,
  token,
  idempotency,
  numbering,
  loginfailure,
  loginflood,
  loginorigin,
  passwordhistory,
  verification,
  phonecode,
  authenticatorapp,
  recoverycode,
  notifyread,
  tasktold,
  file,
  fileuse,
} as const

export type EntityName = keyof typeof entities

export const calls = {
  ...session,
  ...authenticatorCalls,
  homeCharts: homeChartsCall,
  systemStatus: systemStatusCall,
  firstSteps: firstStepsCall,
  materialReceiptDefaults,
  materialReceiptRemoval,
  materialReceiptRemovalByGet,
  paperCheck,
  paperPdf,
  paperText,
  paperLogo,
  planMaterials,
  planLots,
  planRemoval,
  planRemovalByGet,
  labelFile,
  labelPrint,
  labelProof,
  openPlans,
  planState,
  planUse,
  useCorrect,
  productCopy,
  productCopyByGet,
  scannedLot,
  recallState,
  seededDrill,
  epcisExport,
  reviewAsc,
  reviewAscExport,
  reviewAscGraph,
  reviewAscRows,
  reviewDesc,
  reviewDescExport,
  reviewDescGraph,
  reviewDescRows,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** Entity of a template name; undefined otherwise, prototype names included. */
export function entityNamed(name: string): Entity | undefined {
  return Object.hasOwn(entities, name) ? entities[name as EntityName] : undefined
}

/** Entities and their lines, each once: the database tables. */
export function tables(): readonly { readonly entity: Entity; readonly parent?: Entity }[] {
  return Object.values<Entity>(entities).flatMap(entity => [
    { entity },
    ...Object.values(entity.lines).map(line => ({ entity: line, parent: entity })),
  ])
}
