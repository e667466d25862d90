/** The answer of `planState`: what the workbench of a plan shows. Quantities are decimal text, instants UTC. */
import type { RefusalName } from '../schema/answer.ts'
import type { Values } from '../schema/field.ts'

/** A material or semi-finished product of a plan, in its base unit. */
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
  /** In the plan's work in progress now; 0 on every line before it may be closed. */
  readonly wipQty: string
  /** Still to be issued: required − issued − made up + returned, not below 0. */
  readonly outstandingQty: string
  /** In store in lots that may be issued today. */
  readonly availableQty: string
  /** Outstanding that the store cannot cover, 0 where it can; water is never short. */
  readonly shortageQty: string
}

/** A lot in the plan's work in progress. */
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

/** A key step in one batch: complete when it has a record; `deviations` and `unverified` count among its records. */
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

/** An additive as charged, in grams per kilogram of output; `perKg` is null where the output cannot be weighed. */
export interface PlanAdditive {
  readonly materialId: number
  readonly itemName: string
  readonly grams: string
  readonly limit: string | null
  readonly perKg: string | null
  readonly isOver: boolean
}

/** Mass in kilograms: used = output + byProduct + loss, and what was scrapped never became used (identity I5). */
export interface PlanOutcome {
  readonly used: string
  readonly scrapped: string
  readonly output: string
  readonly byProduct: string
  /** Null while nothing that can be weighed was received, as are the two rates (percent of used). */
  readonly loss: string | null
  readonly lossRate: string | null
  readonly yieldRate: string | null
  /** Limits of the formula in percent; null without a formula. */
  readonly lossRateMin: string | null
  readonly lossRateMax: string | null
  /** Yield the formula expects. */
  readonly standardYieldRate: string | null
}

/** What keeps a plan from being closed: the refusal it would be, its text in the caller's language, how many it is about. */
export interface Blocking {
  readonly code: RefusalName
  readonly count: number
  readonly message: string
  readonly values: Values
}

/** Something to be told that stops nobody; `code` is a key under `planNotice.`. */
export interface PlanNotice {
  readonly code: 'shortage' | 'stepsOutOfOrder' | 'additiveOver' | 'healthExpired' | 'inspectionOpen'
  readonly count: number
  readonly message: string
}

export interface PlanState {
  /** The plan as `GetProducePlanById` answers it, lines included. */
  readonly plan: Values
  readonly materials: readonly PlanMaterial[]
  /** Issue lines FEFO proposes for what is outstanding, as `template/prepare/getmaterialrecord` does. */
  readonly proposal: readonly Values[]
  readonly lots: readonly PlanLot[]
  /** Documents of the plan, the oldest first, each a row as its own list shows it (references with `$label`). */
  readonly issues: readonly Values[]
  readonly makeUps: readonly Values[]
  readonly uses: readonly Values[]
  readonly receipts: readonly Values[]
  readonly controls: readonly PlanControl[]
  readonly additives: readonly PlanAdditive[]
  readonly outcome: PlanOutcome
  /**
   * What the plan's state and the caller's permissions allow now: names of the plan's actions and beginnings
   * (`release`, `issue`, `makeUp`, `use`, `receive`, `finish`, `close` …), whose command is `produceplan.<name>`.
   */
  readonly next: readonly string[]
  /** Why `close` would be refused, in the order a person would settle it; empty when it would not. */
  readonly blockers: readonly Blocking[]
  readonly notices: readonly PlanNotice[]
}
