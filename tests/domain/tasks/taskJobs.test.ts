/** Findings of each scheduled task: reported once, nothing changed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { knownParameters } from '#contract/system/taskParameters.ts'
import { addDays } from '../../../src/contract/calendar.ts'
import { brokenIdentities } from '../../support/identities.ts'
import { withPlant } from '../../support/plantServer.ts'
import { connectChannel, type Listener, tokensOf } from '../../support/realtime.ts'
import { plantOf } from '../../support/recall.ts'
import { runNow } from '../../support/tasks.ts'

const at = withPlant()
const recalls = () => plantOf(at)
const opened: Listener[] = []
afterAll(() => {
  for (const channel of opened) channel.close()
})

const run = (code: string) => runNow(at.server, code, at.token)
const notices = () => at.rows(sql<Values>`select * from notify order by id`)
/** Runs a task, and the notices that it published. */
async function reported(code: string) {
  const before = (await notices()).length
  const report = await run(code)
  return { report, notices: (await notices()).slice(before) }
}
const own = async (token: string) =>
  (await at.server.call('GET', 'SystemSetting/NotifyMine', {}, token)).data as readonly Values[]
const day = (days: number) => addDays(at.plant.today, days)
const expires = (lot: { id: number }, days: number) =>
  at.rows(sql<Values>`update stocklot set "expiryDate" = ${day(days)} where id = ${lot.id} returning id`)

describe('the scan of expiry', () => {
  test('tells of lots in stock that are past or near it, once, and again when it gets worse', async () => {
    const [over, near, far, empty] = [
      await at.plant.lot('M001', '10'),
      await at.plant.lot('M001', '20'),
      await at.plant.lot('M001', '30'),
      await at.plant.lot('M001', '40'),
    ]
    await at.rows(sql<Values>`update material set "nearExpiryDays" = 10 where code = 'M001' returning id`)
    await expires(over, -1)
    await expires(near, 10)
    await expires(far, 11)
    await expires(empty, -1)
    await at.rows(sql<Values>`update stocklot set "onHandQty" = 0 where id = ${empty.id} returning id`)
    const first = await reported('EXPIRY_SCAN')
    await at.rows(sql<Values>`update stocklot set "onHandQty" = 40 where id = ${empty.id} returning id`)
    expect(first.report).toMatchObject({ outcome: 'FOUND', message: '过期 1 批，临期 1 批，留样到期 0 份' })
    expect(first.notices).toMatchObject([{ title: '2 个批次临期或过期', notifyType: 'ALERT', status: 'PUBLISHED' }])
    const [{ content }] = first.notices as [Values]
    expect(content).toContain(`已过期 ${day(-1)}　${over.lotNo}`)
    expect(content).toContain(`临期 ${day(10)}　${near.lotNo}`)
    expect(content).not.toContain(far.lotNo)
    await expires(empty, 400)
    const second = await reported('EXPIRY_SCAN')
    expect(second.report.message).toBe(first.report.message)
    expect(second.notices).toEqual([])
    await expires(near, -1)
    expect((await reported('EXPIRY_SCAN')).notices).toMatchObject([
      { title: '1 个批次临期或过期', content: expect.stringContaining(near.lotNo) },
    ])
    // No write to the lot: expiry follows from its date.
    const [row] = await at.rows(sql<Values>`select "qualityStatus" from stocklot where id = ${near.id}`)
    expect(row?.qualityStatus).toBe('RELEASED')
    for (const lot of [over, near]) await expires(lot, 400)
  })

  test('tells of samples that were kept long enough, and not of those that are gone', async () => {
    await at.day.product('X1', [['M001', '1']])
    await recalls().signAs('E001')
    const lot = await at.day.madeFrom('X1', await at.plant.lot('M001', '20'), '20', '20')
    const retain = (more: Values) =>
      at.day.run('retainsample.save', {
        productId: at.day.id('product', 'X1'),
        lotId: lot.id,
        sampleTime: at.plant.script.now,
        sampleQty: '2',
        samplerId: at.day.id('employee', 'E006'),
        storageLocation: '留样室 A-1',
        ...more,
      })
    const due = await retain({})
    await at.rows(sql<Values>`update retainsample set "retainUntil" = ${day(-1)} where id = ${due.id} returning id`)
    const found = await reported('EXPIRY_SCAN')
    expect(found.report.message).toContain('留样到期 1 份')
    expect(found.notices).toMatchObject([
      { title: '1 份留样到期', content: expect.stringContaining(String(due.docNo)) },
    ])
    await at.rows(sql<Values>`update retainsample set "retainUntil" = ${day(100)} where id = ${due.id} returning id`)
  })
})

describe('the warnings of papers', () => {
  test('tell of health certificates to whoever sees the records of health, and to nobody else', async () => {
    await at.rows(
      sql<Values>`update employee set "healthExpireDate" = ${day(300)} where "postType" = 'DIRECT' returning id`,
    )
    const change = (jobNo: string, until: string | null) =>
      at.rows(sql<Values>`update employee set "healthExpireDate" = ${until} where "jobNo" = ${jobNo} returning id`)
    await change('E004', day(29))
    await change('E005', day(-1))
    const [doctor, other] = [await at.server.signInWith(['employeehealth']), await at.server.signInWith(['employee'])]
    const found = await reported('HEALTH_CERT')
    expect(found.report).toMatchObject({ outcome: 'FOUND', message: '已失效 1 人，将到期 1 人' })
    expect((await own(doctor)).map(({ title }) => title)).toEqual(['2 张健康证到期或将到期'])
    expect(await own(other)).toEqual([])
    for (const jobNo of ['E004', 'E005']) await change(jobNo, day(300))
    expect((await reported('HEALTH_CERT')).report).toMatchObject({ outcome: 'DONE' })
  })

  test('look ahead as many days as the task says', async () => {
    const [task] = await at.rows(sql<Values>`select id from task where code = 'HEALTH_CERT'`)
    const save = (params: string | null) =>
      at.server.call('POST', 'template/save/task', { id: task?.id, params }, at.token)
    expect(await save('[]')).toMatchObject({ status: 1001, data: { params: '无法识别这些参数' } })
    expect(await save('{"day": 3}')).toMatchObject({ status: 1001, data: { params: '这项任务没有参数“day”' } })
    for (const days of [367, -1, '"3"', null])
      expect(await save(`{"days": ${days}}`)).toMatchObject({
        status: 1001,
        data: { params: '提前天数：请填 0 到 366 的整数' },
      })
    expect(await save('{"days": 301}')).toMatchObject({ status: 0 })
    expect((await run('HEALTH_CERT')).message).toMatch(/将到期 [1-9]\d* 人/)
    await save(null)
    expect((await run('HEALTH_CERT')).message).toMatch(/将到期 0 人/)
  })

  test('are switched off in spite of parameters of an older edition', async () => {
    for (const [code, params] of [
      ['HEALTH_CERT', '{"day": 3, "days": 45}'],
      ['CALIBRATION', '{"days": 999}'],
      ['EXPIRY_SCAN', '{"days": 30}'],
    ] as const) {
      const [task] = await at.rows(sql<Values>`update task set params = ${params} where code = ${code} returning id`)
      const save = (values: Values) =>
        at.server.call('POST', 'template/save/task', { id: task?.id, ...values }, at.token)
      expect(await save({ isEnabled: false }), code).toMatchObject({ status: 0 })
      expect(await save({ isEnabled: true, params }), code).toMatchObject({ status: 0 })
      expect(await save({ params: '{"day": 4}' }), code).toMatchObject({ status: 1001 })
      await save({ params: null })
    }
    expect(knownParameters('HEALTH_CERT', '{"day": 3, "days": 45}')).toEqual({ days: 45 })
    expect(knownParameters('EXPIRY_SCAN', '{"days": 30}')).toEqual({})
  })

  test('tell of instruments whose calibration ran out or was never done', async () => {
    const [row] = await at.rows(sql<Values>`
      insert into detecequipment ("customerId", code, name, "calibType", "calibCycleDays", status, "validUntil")
      select min(id), 'TI1', '温度计', 'CALIBRATE', 365, 'QUALIFIED', ${day(-3)}::date from customer returning id`)
    const found = await reported('CALIBRATION')
    expect(found.notices).toMatchObject([{ content: expect.stringContaining('TI1 温度计　检定/校准已超期') }])
    await at.rows(sql<Values>`update detecequipment set status = 'SCRAPPED' where id = ${row?.id} returning id`)
    expect((await reported('CALIBRATION')).report).toMatchObject({ message: '超期 0 台，将到期 0 台' })
  })
})

describe('the check of the books', () => {
  test('finds a balance that is not what the ledger adds up to, tells it, and puts nothing right', async () => {
    expect(await brokenIdentities(at.server.db)).toEqual([])
    expect(await run('BALANCE_CHECK')).toMatchObject({ outcome: 'DONE', message: '流水与结存一致' })
    const lot = await at.plant.lot('M002', '7')
    const add = (quantity: number) =>
      at.rows(sql<Values>`
        update stockbalance set quantity = quantity + ${quantity} where "lotId" = ${lot.id} returning quantity`)
    await add(1)
    const found = await reported('BALANCE_CHECK')
    // Two differences: a wrong balance contradicts the lot's own figure too.
    expect(found.report).toMatchObject({ outcome: 'FOUND', message: '2 处不符，未作更正' })
    const [{ content }] = found.notices as [Values]
    expect(content).toContain(`批次 ${lot.lotNo}`)
    expect(content).toMatch(/流水 7\.0000，结存 8\.0000/)
    const [balance] = await at.rows(sql<Values>`select quantity from stockbalance where "lotId" = ${lot.id}`)
    expect(balance?.quantity).toBe('8.0000')
    await add(-1)
    expect(await run('BALANCE_CHECK')).toMatchObject({ outcome: 'DONE' })
  })
})

describe('the check of the sums of plans', () => {
  let planId: number
  let planNo: unknown
  beforeAll(async () => {
    await at.day.product('S1', [['M001', '1.2']])
    const made = await at.day.madeFrom('S1', await at.plant.lot('M001', '20'), '12', '10')
    const [plan] = await at.rows(sql<Values>`
      select p.id, p."docNo" from produceplan p join stocklot l on l."producePlanId" = p.id where l.id = ${made.id}`)
    planId = Number(plan?.id)
    planNo = plan?.docNo
  })

  /** Tampers with one sum, runs the check and puts it back. */
  async function tampered(table: string, column: string, where: ReturnType<typeof sql>) {
    const add = (quantity: number) =>
      at.rows(sql<Values>`
        update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${quantity} where ${where} returning 1`)
    expect(await add(1)).toHaveLength(1)
    const found = await reported('BALANCE_CHECK')
    await add(-1)
    expect(found.report).toMatchObject({ outcome: 'FOUND', message: '1 处不符，未作更正' })
    return String(found.notices[0]?.content)
  }

  test.each([
    ['produceplanmaterial', 'usedQty', 'parentId', ' 第 1 行　已投数量：流水 12.0000，账面 13.0000'],
    ['planmasssum', 'used', 'producePlanId', '　投料：流水 12.0000，账面 13.0000'],
    ['planlotsum', 'receipts', 'producePlanId', /批次 \S+ 锅次 \d　入库笔数：流水 0.0000，账面 1.0000/],
    ['produceplan', 'producedQty', 'id', '　完工数量：流水 10.0000，账面 11.0000'],
    ['lotlink', 'usedQuantity', 'producePlanId', /谱系 \S+ → \S+ 锅次 \d：流水 12.0000，账面 13.0000/],
  ])('names the plan whose %s.%s is not what the ledger says', async (table, column, key, said) => {
    const charged = table === 'planlotsum' ? sql`and charges > 0` : sql``
    const content = await tampered(table, column, sql`${sql.ref(key)} = ${planId} ${charged}`)
    expect(content).toContain(`计划 ${planNo}`)
    expect(content).toEqual(
      typeof said === 'string' ? expect.stringContaining(`${planNo}${said}`) : expect.stringMatching(said),
    )
  })

  test('finds nothing once they are right again', async () => {
    expect(await run('BALANCE_CHECK')).toMatchObject({ outcome: 'DONE', message: '流水与结存一致' })
  })
})

describe('the check of the audit chain', () => {
  test('seals what is left, tells the head every night, and names the row that was changed', async () => {
    const whole = await reported('AUDIT_CHECK')
    expect(whole.report).toMatchObject({
      outcome: 'DONE',
      message: expect.stringMatching(/^\d+ 条记录相符，链首 \d+:/),
    })
    expect(whole.notices).toMatchObject([
      { title: '审计链完整', content: expect.stringMatching(/链首 \d+:[0-9a-f]{64}/) },
    ])
    const change = (from: string, to: string) =>
      at.server.owner.transaction().execute(async tx => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update auditlog set action = ${to} where id = 3 and action = ${from}`.execute(tx)
      })
    await change('CREATE', 'UPDATE')
    const changed = await reported('AUDIT_CHECK')
    expect(changed.report).toMatchObject({
      outcome: 'FOUND',
      message: expect.stringMatching(/^不符：操作日志 3 被改动/),
    })
    expect(changed.notices).toMatchObject([{ title: '审计链不符' }])
    expect(changed.notices[0]?.content).toContain('操作日志 3 被改动')
    await change('UPDATE', 'CREATE')
    expect(await run('AUDIT_CHECK')).toMatchObject({ outcome: 'DONE' })
  })
})

describe('the clocks of recalls', () => {
  let recall: Values & { id: number }
  let watching: Listener
  const deadlines = () => watching.heard.filter(({ type }) => type === 'Deadline')
  const set = (values: ReturnType<typeof sql>) =>
    at.rows(sql<Values>`update callback set ${values} where id = ${recall.id} returning id`)
  /** Elapsed share of the report's term, to one exact moment. */
  const pass = (share: number) =>
    set(sql`"knowTime" = now() - ("reportDeadline" - now()) * ${share / (1 - share)}::float8`)

  beforeAll(async () => {
    await recalls().signAs('E001')
    const lot = await recalls().soldLot('3', { D001: '1' })
    recall = await recalls().startedRecall([lot.id])
    await set(sql`"startDeadline" = null, "notifyDeadline" = null, "finishDeadline" = null,
      "reportDeadline" = now() + interval '10 hours'`)
    watching = await connectChannel(at.server.url, { token: (await tokensOf(at.server)).socket })
    opened.push(watching)
  })

  const steps: readonly (readonly [
    share: string,
    comes: () => Promise<unknown>,
    stage: string | null,
    found: string,
  ])[] = [
    ['40 %', () => pass(0.4), null, '临近时限 0，逾期 0'],
    ['60 %', () => pass(0.6), 'half', '临近时限 1，逾期 0'],
    ['70 %', () => pass(0.7), null, '临近时限 1，逾期 0'],
    ['90 %', () => pass(0.9), 'near', '临近时限 1，逾期 0'],
    ['all', () => set(sql`"reportDeadline" = now()`), 'over', '临近时限 0，逾期 1'],
    ['all, and some time,', async () => undefined, null, '临近时限 0，逾期 1'],
  ]
  test.each(steps)('when %s of a term is over', async (_share, comes, stage, message) => {
    const before = deadlines().length
    await comes()
    const found = await reported('RECALL_DEADLINE')
    expect(found.report.message).toContain(message)
    expect(found.notices).toHaveLength(stage ? 1 : 0)
    if (!stage) return
    const said = await watching.next(each => each.type === 'Deadline' && each.stage === stage)
    expect(said).toMatchObject({
      entity: 'callback',
      id: recall.id,
      docNo: recall.docNo,
      what: 'reportDeadline',
      isDrill: false,
    })
    expect(deadlines()).toHaveLength(before + 1)
    expect(found.notices).toMatchObject([
      {
        notifyType: 'RECALL',
        title: expect.stringMatching(new RegExp(`^召回 ${recall.docNo} .+：.*期限已`)),
        content: expect.stringMatching(
          new RegExp(` \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d：.*<a href="/callback/${recall.id}"`),
        ),
      },
    ])
  })

  test('are not told once they are met, and only to whoever has recalls', async () => {
    await at.server.signInWith(['brand'])
    const user = await at.rows(sql<Values>`select "loginName" from "user" order by id desc limit 1`)
    const deaf = await connectChannel(at.server.url, {
      token: (await tokensOf(at.server, String(user[0]?.loginName))).socket,
    })
    opened.push(deaf)
    await set(sql`"startTime" = now(), "startDeadline" = now() - interval '1 hour', "reportDeadline" = null,
      "noticeTime" = now() - interval '9 days', "notifyDeadline" = now() - interval '1 day'`)
    const found = await reported('RECALL_DEADLINE')
    expect(found.notices).toHaveLength(1)
    await watching.next(({ what }) => what === 'notifyDeadline')
    expect(deadlines().filter(({ what }) => what === 'startDeadline')).toEqual([])
    expect(deaf.heard.filter(({ type }) => type !== 'Connected')).toEqual([])
  })
})

describe('the reports of every task', () => {
  const reader = async (path: string, locale: string) =>
    (await at.server.call('POST', `${locale}/${path}`, { size: 200 }, at.token)).data.rows as readonly Values[]
  const said = (rows: readonly Values[], field: string) => rows.map(row => String(row[field] ?? ''))

  test('are read in the language of whoever reads them', async () => {
    for (const [entity, field] of [
      ['taskrun', 'message'],
      ['task', 'lastResult'],
    ] as const) {
      const path = `template/list/${entity}`
      expect(said(await reader(path, 'zh-CN'), field).join()).toMatch(/流水与结存一致/)
      expect(said(await reader(path, 'zh-TW'), field).join()).toMatch(/流水與結存一致/)
      const english = said(await reader(path, 'en-US'), field)
      expect(english.join()).toMatch(/Ledger and balances agree/)
      expect(english.filter(text => /\p{Script=Han}/u.test(text))).toEqual([])
    }
  })

  test('have notices in that language too, in the bell, in the list and alone', async () => {
    const { data: bell } = await at.server.call('GET', 'en-US/SystemSetting/NotifyMine', {}, at.token)
    const ownNotices = new Map((bell as readonly Values[]).map(notice => [notice.id, notice]))
    const listed = await reader('template/list/notify', 'en-US')
    expect(listed.length).toBeGreaterThan(8)
    for (const { id, title } of listed) {
      expect(title).toMatch(/^([\x20-\x7e…]+|(Recall|Incident) .+: .+)$/)
      expect(ownNotices.get(id)?.title ?? title).toBe(title)
    }
    const calibration = listed.find(({ title }) => String(title).includes('calibration'))
    expect(ownNotices.get(calibration?.id)?.content).toMatch(/TI1 温度计 {2}calibration overdue, \d{4}/)
    const one = await at.server.call('GET', 'en-US/SystemSetting/NotifyGet', { id: calibration?.id }, at.token)
    expect(one.data.content).toMatch(/<p>TI1 温度计 {2}calibration overdue/)
  })
})
