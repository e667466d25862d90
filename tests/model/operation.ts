/** Operations as the model sees them: documents, lots and plans by id. */

/** `bin:5`, `wip:7` (plan), `dealer:3`, or a virtual place. */
export type Position = string
/** `material:3` or `product:5`. */
export type Item = string

export interface Move {
  readonly lot: number
  readonly from: Position
  readonly to: Position
  readonly quantity: bigint
}

/** A quantity of a lot in a bin. */
export interface Line {
  readonly lot: number
  readonly bin: Position
  readonly quantity: bigint
}

interface Posting {
  readonly document: string
}

/** Lots entering or leaving a plan's work in progress. */
type ForPlan<K extends string> = K extends string
  ? Posting & { readonly kind: K; readonly plan: number; readonly lines: readonly Line[] }
  : never
/** What is done to a document that exists. */
type ToDocument<K extends string> = K extends string ? Posting & { readonly kind: K } : never

export type Operation =
  | (Posting & {
      readonly kind: 'receive'
      readonly from: 'supplier' | 'adjust'
      readonly supplier: number | null
      readonly lines: readonly (Line & { readonly item: Item; readonly lotNo: string })[]
    })
  | ForPlan<'issue' | 'return' | 'makeUp' | 'rework'>
  | (Posting & {
      readonly kind: 'use'
      readonly plan: number
      readonly lot: number
      readonly batch: number
      readonly quantity: bigint
    })
  | (Posting & { readonly kind: 'correct'; readonly use: string; readonly quantity: bigint })
  | (Posting & {
      readonly kind: 'produce'
      readonly plan: number
      readonly item: Item
      readonly lot: number
      readonly lotNo: string
      readonly batch: number
      readonly bin: Position
      readonly quantity: bigint
    })
  | (Posting & { readonly kind: 'sell'; readonly dealer: number; readonly lines: readonly Line[] })
  | (Posting & {
      readonly kind: 'dealerReturn'
      readonly dealer: number
      readonly lot: number
      readonly bin: Position
      readonly quantity: bigint
    })
  | (Posting & { readonly kind: 'withdraw'; readonly to: 'lab' | 'scrap'; readonly lines: readonly Line[] })
  | (Posting & { readonly kind: 'sendBack'; readonly supplier: number; readonly lines: readonly Line[] })
  | (Posting & { readonly kind: 'transfer'; readonly lines: readonly (Line & { readonly into: Position })[] })
  | (Posting & {
      readonly kind: 'count'
      readonly lines: readonly {
        readonly lot: number
        readonly bin: Position
        readonly book: bigint
        readonly counted: bigint
      }[]
    })
  | (Posting & {
      readonly kind: 'relabel'
      readonly docNo: string
      readonly lot: number
      readonly newLot: number
      readonly newLotNo: string
      readonly bin: Position
      readonly quantity: bigint
    })
  | (Posting & { readonly kind: 'keepSample'; readonly routine: boolean; readonly line: Line })
  | (Posting & { readonly kind: 'useSample'; readonly quantity: bigint })
  | ToDocument<'disposeSample' | 'removeSample' | 'approve' | 'post' | 'reverse'>
  | (Posting & { readonly kind: 'inspect'; readonly line: Line })
  | (Posting & { readonly kind: 'inspection'; readonly step: 'test' | 'judge' | 'release' })
  | (Posting & { readonly kind: 'draft'; readonly posting: Operation })
  | { readonly kind: 'status'; readonly lot: number; readonly to: 'RELEASED' | 'HOLD' | 'REJECTED' }
  | {
      readonly kind: 'plan'
      readonly plan: number
      readonly rework: boolean
      readonly item: Item
      readonly planned: bigint
      readonly batches: number
      readonly lines: readonly { readonly item: Item; readonly required: bigint }[]
    }
  | {
      readonly kind: 'planStep'
      readonly plan: number
      readonly step: 'release' | 'finish' | 'cancel' | 'close' | 'reopen'
      readonly lotNo?: string
      readonly explained?: boolean
    }
  | { readonly kind: 'scrapRest'; readonly plan: number; readonly lot: number; readonly quantity: bigint }

export type Kind = Operation['kind']
export type Of<K extends Kind> = Extract<Operation, { kind: K }>

/** Document the operation works on, if its own. */
export const documentOf = (operation: Operation): string | null => ('document' in operation ? operation.document : null)
