/** Workbench answer of `planState`. Quantities are decimal text, instants UTC. */
import type { RefusalName } from '../schema/answer.ts'
import type { Values } from '../schema/field.ts'

/** Material of a plan, in its base unit. */
export interface PlanMaterial {
  readonly id: number
  readonly lineNo: number
  readonly itemType: string
  readonly materialId: number | null
  readonly semiProductId: number | null
  readonly itemName: string
  readonly unitId: number
  readonly unitName: string
  readonly isLotTracked: boolean
  readonly requiredQty: string
  readonly issuedQty: string
  readonly makeUpQty: string
  readonly usedQty: string
  readonly returnedQty: string
  /** Work-in-progress stock; must be 0 on every line before closing. */
  readonly wipQty: string
  /** Outstanding: required − issued − made up + returned, at least 0. */
  readonly outstandingQty: string
  /** Stock in lots issuable today. */
  readonly availableQty: string
  /** Shortage: outstanding beyond stock, else 0; water is never short. */
  readonly shortageQty: string
}

export interface PlanLot {
  readonly lotId: number
  readonly lotNo: string
  readonly materialId: number | null
  readonly productId: number | null
  readonly itemName: string
  readonly quantity: string
  readonly unitId: number
  readonly unitName: string
}

/** Control point in one batch; `deviations` and `unverified` count too. */
export interface PlanControl {
  readonly productTechFlowId: number
  readonly stepNo: number
  readonly step: string
  readonly ccpNo: string | null
  readonly batchSeq: number
  readonly records: number
  readonly deviations: number
  readonly unverified: number
}

/** Additive charged, grams per kilogram of output; `perKg` null if unweighable. */
export interface PlanAdditive {
  readonly materialId: number
  readonly itemName: string
  readonly grams: string
  readonly limit: string | null
  readonly perKg: string | null
  readonly isOver: boolean
}

/** Mass balance (kg), scrap apart: used = output + byProduct + loss. */
export interface PlanOutcome {
  readonly used: string
  readonly scrapped: string
  readonly output: string
  readonly byProduct: string
  /** Null without weighable output, as are both rates (percent of used). */
  readonly loss: string | null
  readonly lossRate: string | null
  readonly yieldRate: string | null
  /** Formula limits in percent; null without a formula. */
  readonly lossRateMin: string | null
  readonly lossRateMax: string | null
  readonly standardYieldRate: string | null
}

export interface Blocking {
  readonly code: RefusalName
  readonly count: number
  readonly message: string
  readonly values: Values
}

/** Notice without blocking; `code` is a key under `planNotice.`. */
export interface PlanNotice {
  readonly code: 'shortage' | 'stepsOutOfOrder' | 'additiveOver' | 'healthExpired' | 'inspectionOpen'
  readonly count: number
  readonly message: string
}

export interface PlanState {
  readonly plan: Values
  readonly materials: readonly PlanMaterial[]
  /** Proposed issue lines by FEFO. */
  readonly proposal: readonly Values[]
  readonly lots: readonly PlanLot[]
  /** Documents of the plan, oldest first, as list rows. */
  readonly issues: readonly Values[]
  readonly makeUps: readonly Values[]
  readonly uses: readonly Values[]
  readonly receipts: readonly Values[]
  readonly controls: readonly PlanControl[]
  readonly additives: readonly PlanAdditive[]
  readonly outcome: PlanOutcome
  /** Permitted actions and follow-ups (`release`, `issue` …); the command is `produceplan.<name>`. */
  readonly next: readonly string[]
  /** Reasons against `close`, in the order to resolve them. */
  readonly blockers: readonly Blocking[]
  readonly notices: readonly PlanNotice[]
}
