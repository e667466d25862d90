/** Lot usage matrix: allowed operations by lot state (domain.md §2.2). */
import type { LotOperation } from '#contract/stock/movementTypes.ts'

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
export const matrix: Readonly<Record<LotOperation, Readonly<Record<LotState, Verdict>>>> = {
  //            PENDING  RELEASED HOLD          REJECTED      RECALLED      past its expiry day
  issue:    row('no',    'yes',   'no',         'no',         'no',         'no'),
  use:      row('no',    'yes',   'no',         'no',         'no',         'no'),
  sell:     row('no',    'yes',   'no',         'no',         'no',         'no'),
  transfer: row('yes',   'yes',   'quarantine', 'quarantine', 'quarantine', 'quarantine'),
  test:     row('yes',   'yes',   'yes',        'yes',        'yes',        'yes'),
  return:   row('yes',   'yes',   'yes',        'yes',        'yes',        'yes'),
  rework:   row('no',    'yes',   'decided',    'decided',    'label',      'no'),
  scrap:    row('yes',   'yes',   'yes',        'yes',        'yes',        'yes'),
  relabel:  row('no',    'yes',   'yes',        'no',         'no',         'no'),
}
