/** What an item weighs, said once for every question of mass. */
import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: kilograms of one of a unit, whose table alias is given. Masses by the unit's fraction of a kilogram, volumes by the
 * item's density (kg/L); null for pieces and for volumes without density (domain.md §2.6).
 */
export const kilogramsOf = (unit: string, density: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.ref(`${unit}.factorNumerator`)}::numeric / ${sql.ref(`${unit}.factorDenominator`)}
    * case ${sql.ref(`${unit}.unitType`)} when 'MASS' then 1 when 'VOLUME' then ${density} end`

/** SQL: can an item counted in `base` be given in `unit`? Units of one kind, or mass and volume with the density known. */
export const isConvertible = (unit: string, base: string, density: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (${sql.ref(`${unit}.unitType`)} = ${sql.ref(`${base}.unitType`)} or (${density} is not null
    and ${sql.ref(`${unit}.unitType`)} in ('MASS', 'VOLUME') and ${sql.ref(`${base}.unitType`)} in ('MASS', 'VOLUME')))`
