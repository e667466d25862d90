/** Sums over lots in different units: mass in kilograms (domain.md §3.5). */
import { sql } from 'kysely'
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'

interface Measured extends Readonly<Record<'id' | 'unitId' | 'kgNumerator' | 'kgDenominator', number>> {
  readonly isMass: boolean
}

export type Measures = ReadonlyMap<unknown, Measured>

export async function measuresOf(context: Context, lots: readonly number[]): Promise<Measures> {
  const { rows } = await sql<Measured>`
    select id, "unitId", "isMass", "kgNumerator", "kgDenominator" from stocklot
    where id = any(${lots}::bigint[])`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** Sums over lines with lots: common unit, else kilograms, else null. */
export function adding(measures: Measures, lines: readonly Values[]): (name: string) => Decimal | null {
  const known = lines.flatMap(line => {
    const measure = measures.get(line.lotId)
    return measure ? [{ line, measure }] : []
  })
  const isSameUnit = new Set(known.map(({ measure }) => measure.unitId)).size <= 1
  if (!isSameUnit && !known.every(({ measure }) => measure.isMass)) return () => null
  return name =>
    known.reduce((sum, { line, measure }) => {
      const own = decimal(line[name])
      return sum.plus(isSameUnit ? own : own.times(measure.kgNumerator).div(measure.kgDenominator))
    }, decimal(0))
}
