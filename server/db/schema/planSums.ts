/** Running sums of a production plan. See docs/decisions/0007-plan-sums.md. */
import { type CatalogPart, requiredColumn } from './catalog.ts'

const mass = 'planmasssum'
const lot = 'planlotsum'

const tableOf = (
  table: string,
  key: readonly string[],
  columns: readonly (readonly [string, string])[],
): CatalogPart[] => [
  { kind: 'table', table },
  ...columns.map(([name, type]) => requiredColumn(table, name, type)),
  {
    kind: 'constraint',
    table,
    name: `${table}_pkey`,
    definition: `primary key (${key.map(name => `"${name}"`).join(', ')})`,
  },
  {
    kind: 'foreignKey',
    table,
    name: `${table}_producePlanId_fkey`,
    definition: 'foreign key ("producePlanId") references "produceplan" ("id") on delete cascade',
  },
]

const quantity = 'numeric(18,4)'

/** Quantities by kilogram ratio, hence exact; lots by batch, 0 for none. */
export const planSumParts: readonly CatalogPart[] = [
  ...tableOf(
    mass,
    ['producePlanId', 'kgNumerator', 'kgDenominator'],
    [
      ['producePlanId', 'bigint'],
      ['kgNumerator', 'integer'],
      ['kgDenominator', 'integer'],
      ['used', quantity],
      ['scrapped', quantity],
      ['output', quantity],
      ['byProduct', quantity],
    ],
  ),
  ...tableOf(
    lot,
    ['producePlanId', 'lotId', 'batchSeq'],
    [
      ['producePlanId', 'bigint'],
      ['lotId', 'bigint'],
      ['batchSeq', 'integer'],
      ['used', quantity],
      ['charges', 'integer'],
      ['receipts', 'integer'],
    ],
  ),
  {
    kind: 'index',
    table: lot,
    name: `${lot}_batchSeq_idx`,
    definition: `create index "${lot}_batchSeq_idx" on "${lot}" ("producePlanId", "batchSeq")`,
  },
  {
    kind: 'index',
    table: lot,
    name: `${lot}_received_idx`,
    definition: `create index "${lot}_received_idx" on "${lot}" ("producePlanId", "batchSeq", "lotId") where "receipts" > 0`,
  },
]
