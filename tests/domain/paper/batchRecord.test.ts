/** A long batch record on paper: every line read back by another library, and compared with the rows stored. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { clockIn } from '#contract/zonedClock.ts'
import { bare, pagesOf } from '../../support/pdfText.ts'
import { withPlant } from '../../support/plantServer.ts'
import { sized } from '../../support/soak.ts'

const at = withPlant()
const lines = sized(60, 200)
let planId: number

/** Amounts with up to four places, all different. */
const amountOf = (place: number) => `${(place % 7) + 1}.${String(1001 + place)}`

beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  const lots = []
  for (let place = 0; place < 3; place += 1) lots.push(await at.plant.lot('M001', '1500'))
  planId = await at.plant.plan('X1', '2000', { batchCount: 9 })
  const ids = lots.map(({ id }) => id)
  const taken = ids.map(lotId => ({
    materialId: at.day.id('material', 'M001'),
    lotId,
    qty: '600',
    fefoOverrideReason: '测试',
  }))
  await at.day.issue(planId, taken)
  for (let place = 0; place < lines; place += 1)
    await at.day.use(planId, ids[place % ids.length] as number, amountOf(place), { batchSeq: (place % 9) + 1 })
}, 60_000)

interface UseRow {
  readonly docNo: string
  readonly batchSeq: number
  readonly useTime: string
  readonly item: string
  readonly lotNo: string
  readonly fact: string
  readonly unit: string
}

async function storedUses(): Promise<readonly UseRow[]> {
  const { rows } = await sql<UseRow>`
    select r."docNo", r."batchSeq", r."useTime", m.name as item, l."lotNo", trim_scale(r."factAmount"::numeric)::text as fact,
      u.name as unit
    from usematerialrecord r join material m on m.id = r."materialId" join stocklot l on l.id = r."lotId"
      join unit u on u.id = r."unitId"
    where r."producePlanId" = ${planId} order by r.id`.execute(at.server.db)
  return rows
}

const units: Readonly<Record<Locale, string>> = { 'zh-CN': '千克', 'zh-TW': '公斤', 'en-US': 'kg' }
const clock = clockIn('Asia/Shanghai')

test.each(['zh-CN', 'zh-TW', 'en-US'] as const)(
  `of ${lines} lines says in %s what is stored, line by line`,
  async locale => {
    const uses = await storedUses()
    expect(uses).toHaveLength(lines)
    const before = process.memoryUsage().rss
    const started = performance.now()
    const asked = { entity: 'produceplan', id: planId, paper: 'batchRecord', locale }
    const answer = await at.server.call('POST', 'Paper/Pdf', asked, at.token)
    const took = Math.round(performance.now() - started)
    const more = Math.round((process.memoryUsage().rss - before) / 1e6)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([0, 'application/pdf'])
    const pages = await pagesOf(answer.data)
    console.info(`${locale}: ${pages.length} pages, ${answer.data.length} bytes in ${took} ms, ${more} MB more`)
    const whole = bare(pages.join(''))
    let from = whole.indexOf(bare(format(locale, 'plural.usematerialrecord')))
    uses.forEach((use, place) => {
      const start = `${place + 1}${use.docNo}${use.batchSeq}${clock.wall(use.useTime).slice(0, 16)}${use.item}${use.lotNo}`
      const found = whole.indexOf(bare(start), from)
      expect([use.docNo, found > 0]).toEqual([use.docNo, true])
      const end = place + 1 < uses.length ? whole.indexOf((uses[place + 1] as UseRow).docNo, found) : found + 300
      expect(whole.slice(found, end)).toContain(`${use.fact}${units[locale]}`)
      from = found
    })
    // Each sheet names its document, its place among them, and what proves it.
    const { data: model } = await at.server.call('POST', 'Paper/Text', asked, at.token)
    pages.forEach((page, place) => {
      for (const said of [`${place + 1}/${pages.length}`, model.number, model.hash, String(model.seq)])
        expect(bare(page)).toContain(said)
      // Heads of a table repeat on each page that it goes on.
      if (place > 0 && place < pages.length - 1)
        expect(bare(page)).toContain(bare(format(locale, 'usematerialrecord.docNo')))
    })
    expect(took).toBeLessThan(15_000)
  },
)
