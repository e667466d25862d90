/** Which rows are looked for, and by which text each is known: asked once, before anything is measured. */
import type pg from 'pg'

export interface Target {
  readonly index: number
  /** A text that only this row shows. */
  readonly own: string
}

export interface MeasuredList {
  readonly name: 'stocklot' | 'produceplan'
  readonly title: string
  readonly count: number
  readonly first: Target
  readonly jumps: readonly Target[]
  /** Where the bar is let go: one for each time it is pulled. */
  readonly pulled: readonly Target[]
}

const own = { stocklot: 'lotNo', produceplan: 'docNo' } as const
const jumps = 20
const pulls = 3

/** Places all over the list, never twice near each other, in an order that goes to and fro; one is row 700,000 where there is. */
function places(count: number, many: number): readonly number[] {
  const all = Array.from({ length: many }, (_, at) => Math.floor((count * (((at * 7) % many) + 0.5)) / many))
  return count > 700_000 ? all.with(0, 699_999) : all
}

async function listOf(client: pg.Client, name: MeasuredList['name'], title: string): Promise<MeasuredList> {
  const { rows: counted } = await client.query<{ count: number }>(`select count(*)::integer as count from "${name}"`)
  const count = counted[0]?.count ?? 0
  const toJump = places(count, jumps)
  // Away from the jumps, so that nobody has these rows already.
  const toPull = places(count, pulls).map(index => index + Math.floor(count / 100))
  const { rows } = await client.query<{ index: number; own: string }>(
    `select index, own from (
       select (row_number() over (order by id desc) - 1)::integer as index, "${own[name]}" as own from "${name}"
     ) numbered where index = any($1)`,
    [[0, ...toJump, ...toPull]],
  )
  const target = (index: number): Target => {
    const found = rows.find(row => row.index === index)
    if (!found) throw new Error(`${name} has no row ${index}`)
    return found
  }
  return { name, title, count, first: target(0), jumps: toJump.map(target), pulled: toPull.map(target) }
}

/** The two long lists. */
export async function measuredLists(client: pg.Client): Promise<readonly MeasuredList[]> {
  return [await listOf(client, 'stocklot', 'lots'), await listOf(client, 'produceplan', 'plans')]
}
