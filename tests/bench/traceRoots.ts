/** What the traces that are measured begin with, and how they are asked. */
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import type { BenchServer } from './server.ts'

export interface Root {
  readonly id: string
  readonly lotNo: string
}

export interface WideRoot extends Root {
  readonly products: string
  readonly sales: string
}

/** The lots whose traces reach the most sale lines; the candidates are the lots that went into the most plans. */
export async function widest({ client }: BenchServer, most: number): Promise<readonly WideRoot[]> {
  const { rows } = await client.query<WideRoot>(
    `
    with recursive root as (select "inLotId" as id from lotlink group by 1 order by count(*) desc limit 40
    ), scope(root, id) as (
      select id, id from root union select s.root, k."outLotId" from scope s join lotlink k on k."inLotId" = s.id
    )
    select s.root as id, r."lotNo", count(distinct l.id) as products, count(g.id) as sales
    from scope s join stocklot r on r.id = s.root join stocklot l on l.id = s.id and l."productId" is not null
    left join stockledger g on g."lotId" = l.id and g."moveType" = 'SAL'
    group by 1, 2 order by sales desc limit $1`,
    [most],
  )
  return rows
}

/** Sixty lots at random, the same each time. */
export async function typical({ client }: BenchServer, type: 'MATERIAL' | 'PRODUCT'): Promise<readonly Root[]> {
  const { rows } = await client.query<Root>(
    `select id, "lotNo" from stocklot where "itemType" = $1 order by md5(id::text) limit 60`,
    [type],
  )
  return rows
}

/** What the console asks for: the rows of the section that is in sight, of the others how many there are. */
export const shownFirst: Readonly<Record<'asc' | 'desc', readonly SectionName[]>> = {
  asc: sectionsOf.asc.slice(0, 1),
  desc: sectionsOf.desc.slice(0, 1),
}

export const forward = (server: BenchServer, lotNo: string | undefined, sections?: readonly SectionName[]) =>
  server.call('SafetyReview/ReviewAsc', { lotNos: [lotNo], ...(sections && { sections }) })

export const backward = (server: BenchServer, lotNo: string | undefined, sections?: readonly SectionName[]) =>
  server.call('SafetyReview/ReviewDesc', { productLotNos: [lotNo], ...(sections && { sections }) })
