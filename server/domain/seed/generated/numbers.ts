/** Sequences advanced past the generated numbers. */
import { tables as contractTables } from '#contract/index.ts'
import type { GenerationStep } from './statement.ts'

/** Tables filled with explicit ids; others number themselves. */
const numbered = [
  'stocklot',
  'stockledger',
  'materialstorein',
  'produceplan',
  'produceplanmaterial',
  'getmaterialrecord',
  'productsaleout',
  'materialstoreout',
  'productstoreout',
  'qualityinspection',
  'callback',
]

const documents = () =>
  contractTables().flatMap(({ entity }) =>
    Object.values(entity.fields).some(field => 'numbered' in field && field.numbered) ? [[entity.name, 'docNo']] : [],
  )

/** Separate number series of lots and certificates. */
const others = [
  ['stocklot', 'lotNo'],
  ['stocklot', 'certificateNo'],
]

const numbering = () => `
  insert into numbering ("customerId", prefix, last)
  select one.customer, prefix, max(last) from (
    ${[...documents(), ...others]
      .map(
        ([
          table,
          column,
        ]) => `select split_part("${column}", '-', 1) as prefix, split_part("${column}", '-', 2)::int as last
        from "${table}" where "${column}" ~ '^[A-Z]+[0-9]{8}-[0-9]+$'`,
      )
      .join(' union all ')}) given, generation.one
  group by 1, 2 on conflict ("customerId", prefix) do update set last = greatest(numbering.last, excluded.last);`

const sequences = () =>
  numbered
    .map(
      table =>
        `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from "${table}"), 1));`,
    )
    .join('\n')

export const numberSteps = (): readonly GenerationStep[] => [['numbers', [numbering(), sequences()].join('\n')]]
