import { useEffect, useReducer } from 'react'
import type { Fields } from '#contract/schema/field.ts'
import type { QuantityRules } from '#contract/schema/quantity.ts'
import type { RowValues } from '../../data/records/row.ts'
import { loadQuantityRules, quantityRules } from '../../fields/quantities.ts'
import { quantitySourcesOf } from '../../fields/units.ts'
import type { PaletteStep } from './state/steps.ts'

/** Rules of a number asked for, again once its unit is loaded. */
export function useQuantityRules(step: PaletteStep | undefined, fields: Fields, row: RowValues): QuantityRules {
  const [, again] = useReducer((count: number) => count + 1, 0)
  const entry = step?.kind === 'entry' ? step : undefined
  const sources = entry && quantitySourcesOf(fields, entry.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sources follow from the step
  useEffect(() => void loadQuantityRules(sources, row)?.then(again), [entry, row])
  return entry ? quantityRules(entry.field, sources, row) : { decimals: 0 }
}
