/** Lot usage matrix: allowed operations by lot state (domain.md §2.2). */
import type { MoveType } from '#contract/stock/stockledger.ts'

/** Operation on a lot. `issue` covers make-up, `test` retained samples. */
export type Operation = 'issue' | 'use' | 'sell' | 'transfer' | 'test' | 'return' | 'rework' | 'scrap'

/**
 * `quarantine`: into quarantine bins only. `decided`: after the nonconformity decision. `label`: relabelling only
 * (domain.md §2.2, §6.7).
 */
export type Verdict = 'yes' | 'no' | 'quarantine' | 'decided' | 'label'

export type LotState = 'PENDING' | 'RELEASED' | 'HOLD' | 'REJECTED' | 'RECALLED' | 'EXPIRED'

const row = (
  PENDING: Verdict,
  RELEASED: Verdict,
  HOLD: Verdict,
  REJECTED: Verdict,
  RECALLED: Verdict,
  EXPIRED: Verdict,
) => ({ PENDING, RELEASED, HOLD, REJECTED, RECALLED, EXPIRED }) satisfies Record<LotState, Verdict>

// biome-ignore format: a table is read by its columns
export const matrix: Readonly<Record<Operation, Readonly<Record<LotState, Verdict>>>> = {
  //            PENDING  RELEASED HOLD          REJECTED      RECALLED      past its expiry day
  issue:    row('no',    'yes',   'no',         'no',         'no',         'no'),
  use:      row('no',    'yes',   'no',         'no',         'no',         'no'),
  sell:     row('no',    'yes',   'no',         'no',         'no',         'no'),
  transfer: row('yes',   'yes',   'quarantine', 'quarantine', 'quarantine', 'quarantine'),
  test:     row('yes',   'yes',   'yes',        'yes',        'yes',        'yes'),
  return:   row('yes',   'yes',   'yes',        'yes',        'yes',        'yes'),
  rework:   row('no',    'yes',   'decided',    'decided',    'label',      'no'),
  scrap:    row('yes',   'yes',   'yes',        'yes',        'yes',        'yes'),
}

/** Matrix row by movement type; null for movements without requirements. */
export const operationOf: Readonly<Record<MoveType, Operation | null>> = {
  ISS: 'issue',
  MUP: 'issue',
  USE: 'use',
  SAL: 'sell',
  TRF: 'transfer',
  TST: 'test',
  SMP: 'test',
  SRT: 'return',
  RWK: 'rework',
  SCR: 'scrap',
  RCV: null,
  RTN: null,
  USA: null,
  OUT: null,
  BYP: null,
  DRT: null,
  RRT: null,
  ADJ: null,
  REV: null,
}
