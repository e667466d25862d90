/** Which lots may be moved for what: the matrix of the trade as one table (domain.md §2.2). */

/** What is done with a lot. Issue stands for make-up too, test for retained samples, return for that to the supplier. */
export type Operation = 'issue' | 'use' | 'sell' | 'transfer' | 'test' | 'return' | 'rework' | 'scrap'

/**
 * `quarantine`: only to a bin of quarantine. `decided`: after a decision on the nonconformity. `label`: only to put right
 * its label, because what was recalled may not be made into something else (domain.md §2.2, §6.7).
 */
export type Verdict = 'yes' | 'no' | 'quarantine' | 'decided' | 'label'

/** The states of a lot that decide: its quality status, and beside it whether it is past its expiry day. */
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

/** The row of the matrix that a movement of the ledger goes by; movements that take from no stock go by none. */
export const operationOf: Readonly<Record<string, Operation>> = {
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
}
