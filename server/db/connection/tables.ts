/** Tables of the definitions as Kysely's builder sees them. */
import type { Generated } from 'kysely'
import type { entities } from '#contract/index.ts'
import type { Actions, Entity, Lines } from '#contract/schema/entity.ts'
import type { Field, Fields, ValueOf } from '#contract/schema/field.ts'

type Entities = (typeof entities)[keyof typeof entities]

type LinesOf<E> = E extends Entity<Fields, infer L, Actions> ? L[keyof L] : never

/** Fields without a column: derived ones and those of join tables. */
type WithoutColumn = { readonly derived: true } | Field<'references', boolean>

type FieldColumns<F extends Fields> = {
  readonly [K in keyof F as F[K] extends WithoutColumn ? never : K]: ValueOf<F[K]>
}

interface LineColumns {
  readonly id: Generated<number>
  readonly parentId: number
}

/** Columns of records; of `isDeleted` only where removal hides. */
interface RecordColumns {
  readonly id: Generated<number>
  readonly isDeleted: Generated<boolean>
  readonly createdAt: Generated<string>
  readonly createdBy: number | null
  readonly updatedAt: Generated<string>
  readonly updatedBy: number | null
  readonly rowVersion: Generated<number>
}

type OwnerColumn<E> = E extends { readonly global?: true } ? unknown : { readonly customerId: number }

export type RecordTables = {
  readonly [E in Entities as E['name']]: RecordColumns &
    OwnerColumn<E> &
    (E extends Entity<infer F, Lines, Actions> ? FieldColumns<F> : never)
}

export type OwnedTable = {
  [T in keyof RecordTables]: RecordTables[T] extends { readonly customerId: number } ? T : never
}[keyof RecordTables]
type LineTables = {
  readonly [L in LinesOf<Entities> as L extends { readonly name: infer N extends string } ? N : never]: LineColumns &
    (L extends Entity<infer F, Lines, Actions> ? FieldColumns<F> : never)
}

export type Tables = RecordTables & LineTables
