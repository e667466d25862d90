/** Model's books against the server's; nothing may differ. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { entityOf } from './client.ts'
import { allLinks } from './effects.ts'
import { text } from './quantity.ts'
import { isReal, type State } from './state.ts'

type Books = Map<string, string>

/** Entries of only one book, or with other content. */
function between(what: string, model: Books, server: Books): string[] {
  const keys = new Set([...model.keys(), ...server.keys()])
  return [...keys]
    .filter(key => model.get(key) !== server.get(key))
    .map(
      key =>
        `${what} ${key}: ${model.get(key) ?? 'nothing'} in the model, ${server.get(key) ?? 'nothing'} in the server`,
    )
}

const booksOf = (rows: readonly Values[]): Books => new Map(rows.map(row => [String(row.key), String(row.value)]))

const place = (location: string, movement: string) => sql`
  case ${sql.ref(`${location}.locationType`)} when 'STORAGE' then 'bin:' || ${sql.ref(`${location}.id`)}
    when 'WIP' then 'wip:' || ${sql.ref(`${movement}.producePlanId`)}
    when 'DEALER' then 'dealer:' || ${sql.ref(`${movement}.dealerId`)} else lower(${sql.ref(`${location}.locationType`)}) end`

async function balances(at: PlantServer, state: State): Promise<string[]> {
  const held = [...state.lots.values()].flatMap(lot =>
    [...lot.held].filter(([, quantity]) => quantity !== 0n).map(([at, quantity]) => [lot.id, at, quantity] as const),
  )
  const bookOf = (rows: typeof held): Books =>
    new Map(rows.map(([lot, at, quantity]) => [`${lot} at ${at}`, text(quantity)]))
  const kept = await at.rows(sql<Values>`
    select b."lotId" || ' at ' || ${place('p', 'b')} as key, sum(b.quantity)::text as value
    from stockbalance b join stocklocation p on p.id = b."locationId" group by 1 having sum(b.quantity) <> 0`)
  const folded = await at.rows(sql<Values>`
    select m.key, sum(m.quantity)::text as value from (
      select g."lotId" || ' at ' || ${place('t', 'g')} as key, g.quantity
      from stockledger g join stocklocation t on t.id = g."toLocationId"
      union all
      select g."lotId" || ' at ' || ${place('f', 'g')}, -g.quantity
      from stockledger g join stocklocation f on f.id = g."fromLocationId") m
    group by 1 having sum(m.quantity) <> 0`)
  return [
    ...between('balance', bookOf(held.filter(([, at]) => isReal(at))), booksOf(kept)),
    ...between('ledger', bookOf(held), booksOf(folded)),
  ]
}

async function statuses(at: PlantServer, state: State): Promise<string[]> {
  const lots = await at.rows(sql<Values>`select id as key, "qualityStatus" as value from stocklot`)
  const found = between(
    'status of lot',
    new Map([...state.lots.values()].map(lot => [String(lot.id), lot.status])),
    booksOf(lots),
  )
  const entities = new Set([...state.documents.keys()].map(entityOf))
  for (const entity of entities) {
    const rows = await at.rows(sql<Values>`
      select ${entity}::text || ':' || id as key, status as value from ${sql.table(entity)}`)
    const model = [...state.documents.values()].filter(
      each => entityOf(each.key) === entity && each.status !== 'REMOVED',
    )
    const theirs = booksOf(rows)
    // Automatic inspections and stock-outs are not part of the walk.
    for (const key of theirs.keys())
      if (!state.documents.has(key) && ['qualityinspection', 'productstoreout'].includes(entity)) theirs.delete(key)
    found.push(...between('status of', new Map(model.map(each => [each.key, each.status])), theirs))
  }
  return found
}

async function plans(at: PlantServer, state: State): Promise<string[]> {
  const headers = await at.rows(sql<Values>`
    select id as key, concat_ws(' ', status, "producedQty"::numeric(18,4), coalesce("lotNo", '')) as value from produceplan`)
  const lines = await at.rows(sql<Values>`
    select "parentId" || ' ' || coalesce('material:' || "materialId", 'product:' || "semiProductId") as key,
      concat_ws(' ', "requiredQty", "issuedQty", "makeUpQty", "returnedQty", "usedQty", "wipQty") as value
    from produceplanmaterial`)
  const all = [...state.plans.values()]
  const ours = all.flatMap(plan =>
    plan.lines.map(({ item, required, issued, madeUp, returned, used, scrapped }) => {
      const wip = issued + madeUp - returned - used - scrapped
      return [`${plan.id} ${item}`, [required, issued, madeUp, returned, used, wip].map(text).join(' ')] as const
    }),
  )
  const headOf = (value: string) => value.replace(/ +/g, ' ').trim()
  const produced = all.map(
    plan => [String(plan.id), headOf(`${plan.status} ${text(plan.produced)} ${plan.lotNo}`)] as const,
  )
  const theirs = new Map(
    [...booksOf(headers)].map(([key, value]) => [
      key,
      headOf(/\d\.\d{4}/.test(value) ? value : value.replace(' ', ' 0.0000 ')),
    ]),
  )
  return [...between('plan', new Map(produced), theirs), ...between('line of plan', new Map(ours), booksOf(lines))]
}

async function links(at: PlantServer, state: State): Promise<string[]> {
  const rows = await at.rows(sql<Values>`
    select "inLotId" || ' → ' || "outLotId" || ' by ' || coalesce("producePlanId"::text, "docNo") || '/' || "batchSeq" as key,
      "usedQuantity" || ' ' || "linkPrecision" as value from lotlink`)
  const ours = allLinks(state).map(
    link =>
      [`${link.input} → ${link.output} by ${link.plan}/${link.batch}`, `${text(link.used)} ${link.precision}`] as const,
  )
  return between('link', new Map(ours), booksOf(rows))
}

/** Differences of the server after the same operations. */
export async function differencesOf(at: PlantServer, state: State): Promise<string[]> {
  return [
    ...(await balances(at, state)),
    ...(await statuses(at, state)),
    ...(await plans(at, state)),
    ...(await links(at, state)),
  ]
}
