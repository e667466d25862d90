/** Workbench answer of `planState`. Quantities are decimal text, instants UTC. */
import type { RefusalName } from '../schema/answer.ts'
import * as answer from '../schema/answerShape.ts'

export const planMaterialShape = answer.object({
  id: answer.whole,
  lineNo: answer.whole,
  itemType: answer.string,
  materialId: answer.orNull(answer.whole),
  semiProductId: answer.orNull(answer.whole),
  itemName: answer.string,
  unitId: answer.whole,
  unitName: answer.string,
  isLotTracked: answer.boolean,
  requiredQty: answer.string,
  issuedQty: answer.string,
  makeUpQty: answer.string,
  usedQty: answer.string,
  returnedQty: answer.string,
  /** Work-in-progress stock; must be 0 on every line before closing. */
  wipQty: answer.string,
  /** Outstanding: required − issued − made up + returned, at least 0. */
  outstandingQty: answer.string,
  /** Stock in lots issuable today. */
  availableQty: answer.string,
  /** Shortage: outstanding beyond stock, else 0; water is never short. */
  shortageQty: answer.string,
})
/** Material of a plan, in its base unit. */
export type PlanMaterial = answer.TypeOf<typeof planMaterialShape>

export const planLotShape = answer.object({
  lotId: answer.whole,
  lotNo: answer.string,
  materialId: answer.orNull(answer.whole),
  productId: answer.orNull(answer.whole),
  itemName: answer.string,
  quantity: answer.string,
  unitId: answer.whole,
  unitName: answer.string,
})
export type PlanLot = answer.TypeOf<typeof planLotShape>

const planControlShape = answer.object({
  productTechFlowId: answer.whole,
  stepNo: answer.whole,
  step: answer.string,
  ccpNo: answer.orNull(answer.string),
  batchSeq: answer.whole,
  records: answer.whole,
  deviations: answer.whole,
  unverified: answer.whole,
})
/** Control point in one batch; `deviations` and `unverified` count too. */
export type PlanControl = answer.TypeOf<typeof planControlShape>

const planAdditiveShape = answer.object({
  materialId: answer.whole,
  itemName: answer.string,
  grams: answer.string,
  limit: answer.orNull(answer.string),
  perKg: answer.orNull(answer.string),
  isOver: answer.boolean,
})
/** Additive charged, grams per kilogram of output; `perKg` null if unweighable. */
export type PlanAdditive = answer.TypeOf<typeof planAdditiveShape>

const planOutcomeShape = answer.object({
  used: answer.string,
  scrapped: answer.string,
  output: answer.string,
  byProduct: answer.string,
  /** Null without weighable output, as are both rates (percent of used). */
  loss: answer.orNull(answer.string),
  lossRate: answer.orNull(answer.string),
  yieldRate: answer.orNull(answer.string),
  /** Formula limits in percent; null without a formula. */
  lossRateMin: answer.orNull(answer.string),
  lossRateMax: answer.orNull(answer.string),
  standardYieldRate: answer.orNull(answer.string),
})
/** Mass balance (kg), scrap apart: used = output + byProduct + loss. */
export type PlanOutcome = answer.TypeOf<typeof planOutcomeShape>

const blockingShape = answer.object({
  code: answer.json<RefusalName>(),
  count: answer.whole,
  message: answer.string,
  /** Records named in the message, where it is mended. */
  records: answer.listOf(answer.object({ entity: answer.string, id: answer.whole, label: answer.string })),
})
export type Blocking = answer.TypeOf<typeof blockingShape>

const planNoticeShape = answer.object({
  code: answer.oneOf('shortage', 'notUsed', 'stepsOutOfOrder', 'additiveOver', 'healthExpired', 'inspectionOpen'),
  count: answer.whole,
  message: answer.string,
})
/** Notice without blocking; `code` is a key under `planNotice.`. */
export type PlanNotice = answer.TypeOf<typeof planNoticeShape>

export const planStateShape = answer.object({
  plan: answer.values,
  materials: answer.listOf(planMaterialShape),
  /** Proposed issue lines by FEFO. */
  proposal: answer.listOf(answer.values),
  lots: answer.listOf(planLotShape),
  /** Documents of the plan, oldest first, as list rows. */
  issues: answer.listOf(answer.values),
  makeUps: answer.listOf(answer.values),
  uses: answer.listOf(answer.values),
  receipts: answer.listOf(answer.values),
  controls: answer.listOf(planControlShape),
  additives: answer.listOf(planAdditiveShape),
  outcome: planOutcomeShape,
  /** Permitted actions and follow-ups (`release`, `issue` …); the command is `produceplan.<name>`. */
  next: answer.listOf(answer.string),
  /** Reasons against `close`, in the order to resolve them. */
  blockers: answer.listOf(blockingShape),
  notices: answer.listOf(planNoticeShape),
})
export type PlanState = answer.TypeOf<typeof planStateShape>
