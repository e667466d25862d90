/** The plant the grids are measured on: the small generated one, with its lots, plans and dealers copied up to a large number. */
import type { GenerationStep } from '../../../server/domain/seed/generated/statement.ts'
import type { Addition } from '../build.ts'

/** Rows of each list at least. */
export const rowsOf = { stocklot: 1_000_000, produceplan: 150_000, dealer: 3_000 } as const

export type CopiedList = keyof typeof rowsOf

/** What of a copy has to be another than in the row it was made from. */
const differing: Readonly<Record<CopiedList, Readonly<Record<string, string>>>> = {
  stocklot: { lotNo: `"lotNo" || '-' || copy` },
  produceplan: { docNo: `"docNo" || '-' || copy`, lotNo: `"lotNo" || '-' || copy` },
  dealer: { code: `code || '-' || copy`, name: `name || ' ' || copy`, creditCode: 'null', gln: 'null' },
}

/** Copies all rows of a table so often that there are enough. */
function copied(table: CopiedList): GenerationStep {
  const own = Object.entries(differing[table])
  const names = own.map(([name]) => `"${name}"`).join(', ')
  const values = own.map(([, value]) => value.replaceAll("'", "''")).join(', ')
  return [
    `copies of ${table}`,
    `
    do $$
    declare
      others text := (select string_agg(quote_ident(column_name), ', ') from information_schema.columns
        where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'
          and column_name not in ('id', ${own.map(([name]) => `'${name}'`).join(', ')}));
      times integer := (select ceil(${rowsOf[table]} / count(*)::numeric) from "${table}");
    begin
      execute format('
        insert into "${table}" (%1$s, ${names}) select %1$s, ${values}
        from "${table}" cross join generate_series(1, %2$s) copy order by copy, id', others, times);
    end $$;
    analyze "${table}"`,
  ]
}

/** What is added to a generated plant to make it large in three lists. */
export const manyRows: Addition = {
  name: 'rows',
  tables: ['stocklot', 'produceplan', 'dealer'],
  steps: [copied('stocklot'), copied('produceplan'), copied('dealer')],
}
