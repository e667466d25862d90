/** Mass of items: single definition of unit conversion to kilograms. */
import { type RawBuilder, sql } from 'kysely'

/** SQL: kilograms per unit; volumes by density (kg/L), else null. */
export const kilogramsOf = (unit: string, density: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.ref(`${unit}.factorNumerator`)}::numeric / ${sql.ref(`${unit}.factorDenominator`)}
    * case ${sql.ref(`${unit}.unitType`)} when 'MASS' then 1 when 'VOLUME' then ${density} end`

export const isConvertible = (unit: string, base: string, density: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (${sql.ref(`${unit}.unitType`)} = ${sql.ref(`${base}.unitType`)} or (${density} is not null
    and ${sql.ref(`${unit}.unitType`)} in ('MASS', 'VOLUME') and ${sql.ref(`${base}.unitType`)} in ('MASS', 'VOLUME')))`
