import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { sendMail } from '../../server/domain/basis/mail.ts'
import { abortLost, sendWaiting } from '../../server/domain/recall/noticeSending.ts'
import { noticeMail } from '../../server/domain/recall/notices.ts'
import { bare, pagesOf } from '../support/pdfText.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { partsOf, type SmtpServer, startSmtp, textOf } from '../support/smtp.ts'
import { refusalOf } from '../support/workday.ts'

let smtp: SmtpServer
// Before the server starts: it sends only where it is told how.
beforeAll(async () => {
  smtp = await startSmtp()
  vi.stubEnv('SMTP_URL', smtp.url)
  vi.stubEnv('MAIL_FROM', '恒香召回 <recall@hengxiang.test>')
})
// Fake interval: the tests send, and the server's 30 s poll stays out.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
const at = withPlant()
beforeAll(() => void vi.useRealTimers())
// What one test leaves waiting is none of the next one's.
afterEach(() =>
  at.rows(sql<Values>`update callbacknotice set outcome = 'FAILED' where outcome = 'PENDING' returning id`),
)
afterAll(async () => {
  vi.unstubAllEnvs()
  await smtp.close()
})

let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
})

const settings = () => ({ url: smtp.url, from: 'recall@hengxiang.test' })
const giveAddress = (code: string, email: string | null, country = 'CN') =>
  at.rows(sql<Values>`update dealer set email = ${email}, country = ${country} where code = ${code} returning id`)

/** A recall that has begun to tell its dealers. */
async function reported(sold: Readonly<Record<string, string>>, more: Values = {}) {
  const lot = await recalls.soldLot('20', sold)
  const recall = await recalls.startedRecall([lot.id], { noticeContent: '请立即下架。', ...more })
  await at.day.run('callback.notify', { id: recall.id })
  return { id: recall.id, docNo: String(recall.docNo), lot }
}

const notices = (callbackId: number) =>
  at.rows(sql<Values>`
    select n.*, d.code from callbacknotice n join dealer d on d.id = n."dealerId"
    where n."callbackId" = ${callbackId} order by n.id`)
const outcomes = async (callbackId: number) => (await notices(callbackId)).map(({ code, outcome }) => [code, outcome])
/** The server sends by itself once the transaction has ended. */
const waiting = { timeout: 20_000 }
const settled = (callbackId: number, expected: readonly unknown[]) =>
  vi.waitFor(async () => expect(await outcomes(callbackId)).toEqual(expected), waiting)
const state = async (id: number) => (await at.server.call('GET', 'Sale/CallBackState', { id }, at.token)).data

/** The letter drawn for each attempt. */
const letter = /^{"paper":"recallLetter","locale":"zh-CN","seq":\d+,"hash":"[0-9a-f]{64}","reads":{.+}}$/

describe('a recall that tells its dealers', () => {
  test('mails nobody who has nothing left of it', async () => {
    await giveAddress('D001', 'one@dealers.test')
    await giveAddress('D002', 'two@dealers.test')
    const lot = await recalls.soldLot('20', { D001: '4' })
    const sale = await at.day.sell('D002', [at.day.saleLine('X1', lot.id, '2', { fefoOverrideReason: '测试' })])
    const recall = await recalls.startedRecall([lot.id], { noticeContent: '请立即下架。' })
    await at.day.run('productsaleout.reverse', { id: sale.id, reason: '录错' })
    await at.day.run('callback.notify', { id: recall.id })
    await settled(recall.id, [['D001', 'SENT']])
  })

  test('mails each who has an address once, in the language of his country, and counts him as notified', async () => {
    await giveAddress('D001', 'one@dealers.test')
    await giveAddress('D002', 'two@dealers.test', 'US')
    await giveAddress('D003', null)
    const { id, docNo, lot } = await reported({ D001: '4', D002: '9', D003: '1' })
    await settled(id, [
      ['D001', 'SENT'],
      ['D002', 'SENT'],
    ])
    const mine = smtp.mails.filter(({ data }) => textOf({ from: '', to: '', data }).includes(docNo))
    expect(mine.map(({ to }) => to).toSorted()).toEqual(['one@dealers.test', 'two@dealers.test'])
    const [chinese = '', english = ''] = ['one', 'two'].map(name =>
      textOf(mine.find(({ to }) => to.startsWith(name)) ?? { from: '', to: '', data: '' }),
    )
    expect(chinese).toContain('请立即停止销售')
    expect(chinese).toContain(`批号 ${lot.lotNo}`)
    expect(chinese).toMatch(/数量 4 /)
    expect(english).toContain('Stop selling them at once')
    expect(english).toMatch(/quantity 9 /)
    for (const text of [chinese, english]) expect(text).toContain('请立即下架。')
    expect(mine.every(({ from }) => from === 'recall@hengxiang.test')).toBe(true)
    // The letter goes along as paper, in the same language.
    for (const [name, title] of [
      ['one', '召回通知书'],
      ['two', 'Recall letter'],
    ] as const) {
      const [, attached = ''] = partsOf(mine.find(({ to }) => to.startsWith(name))?.data ?? '')
      const [head = '', ...packed] = attached.split('\r\n\r\n')
      expect(head).toContain('application/pdf')
      const [page = ''] = await pagesOf(Buffer.from(packed.join(''), 'base64'))
      for (const said of [title, docNo, lot.lotNo]) expect(bare(page)).toContain(bare(said))
    }
    expect((await recalls.called(id)).map(({ code, status, notifyMethod }) => [code, status, notifyMethod])).toEqual([
      ['D002', 'NOTIFIED', 'EMAIL'],
      ['D001', 'NOTIFIED', 'EMAIL'],
      ['D003', 'NOT_NOTIFIED', null],
    ])
    expect(await state(id)).toMatchObject({
      dealers: { all: 3, notified: 2, acknowledged: 0 },
      mail: { isConfigured: true, outcomes: { SENT: 2 } },
    })
    const [row] = await at.rows(sql<Values>`select "notifiedPercent" from callback where id = ${id}`)
    expect(Number(row?.notifiedPercent)).toBeCloseTo(66.67, 1)
  })

  test('never mails the same to the same dealer again, and mails him about a lot that joined', async () => {
    await giveAddress('D001', 'again@dealers.test')
    const { id } = await reported({ D001: '4' })
    await settled(id, [['D001', 'SENT']])
    const open = async () => (await at.server.call('GET', 'Sale/CallBackGet', { id }, at.token)).data
    const save = async (more: Values) => {
      const { rowVersion } = await open()
      return at.server.call('POST', 'Sale/CallBackSave', { id, rowVersion, ...more }, at.token)
    }
    expect(await save({ noticeContent: '请立即下架，谢谢。' })).toMatchObject({ status: 0 })
    expect(await sendWaiting(at.server.db, settings())).toBe(0)
    const second = await recalls.soldLot('5', { D001: '2' })
    expect(await save({ lots: [...(await open()).lots, { lotId: second.id }] })).toMatchObject({ status: 0 })
    await settled(id, [
      ['D001', 'SENT'],
      ['D001', 'SENT'],
    ])
    expect(smtp.attempts.filter(to => to === 'again@dealers.test')).toHaveLength(2)
  })

  test('leaves a dealer whose mailbox is refused to the call list, and sends once his address is put right', async () => {
    await giveAddress('D001', 'gone@dealers.test')
    smtp.treat('gone@dealers.test', 'refuse')
    const { id } = await reported({ D001: '4' })
    await settled(id, [['D001', 'FAILED']])
    expect((await notices(id))[0]).toMatchObject({ attempts: 1, fault: expect.stringContaining('550') })
    const [row] = await recalls.called(id)
    expect(row).toMatchObject({ status: 'NOT_NOTIFIED', notifyTime: null })
    await at.day.run('callbackdealer.save', { id: row?.id, email: 'right@dealers.test' })
    await settled(id, [
      ['D001', 'FAILED'],
      ['D001', 'SENT'],
    ])
  })

  test('sends what failed once more when the notice is sent again, to nobody twice, and by the first clock', async () => {
    await giveAddress('D001', 'failed@dealers.test')
    await giveAddress('D002', 'fine@dealers.test')
    smtp.treat('failed@dealers.test', 'refuse')
    const { id } = await reported({ D001: '4', D002: '3' })
    await settled(id, [
      ['D001', 'FAILED'],
      ['D002', 'SENT'],
    ])
    const clock = () => at.rows(sql<Values>`select "noticeTime", "finishDeadline" from callback where id = ${id}`)
    const before = await clock()
    smtp.treat('failed@dealers.test', 'take')
    await at.day.run('callback.notify', { id })
    expect((await notices(id))[0]).toMatchObject({ outcome: 'PENDING', attempts: 0, nextAt: null, fault: null })
    expect(await sendWaiting(at.server.db, settings())).toBe(1)
    expect(await outcomes(id)).toEqual([
      ['D001', 'SENT'],
      ['D002', 'SENT'],
    ])
    expect(smtp.attempts.filter(to => to === 'fine@dealers.test')).toHaveLength(1)
    expect(await clock()).toEqual(before)
    // All notified: nothing is left, although the state would allow more.
    expect(await refusalOf(at.day.run('callback.notify', { id }))).toMatchObject({ refusal: 'noticesSent' })
    const [first] = await notices(id)
    const trail = await at.rows(sql<Values>`
      select changes from auditlog where entity = 'callbacknotice' and "entityId" = ${String(first?.id)} order by id`)
    expect(trail.map(({ changes }) => changes)).toEqual([
      expect.stringContaining('outcome: — → PENDING'),
      expect.stringMatching(letter),
      'outcome: SENDING → FAILED',
      'outcome: FAILED → PENDING',
      expect.stringMatching(letter),
      'outcome: SENDING → SENT',
    ])
  })

  test('takes back what waits for an address that was put right, and mails the new one of all his lots', async () => {
    await giveAddress('D001', 'wrong@dealers.test')
    smtp.treat('wrong@dealers.test', 'postpone')
    const lots = [await recalls.soldLot('9', { D001: '5' }), await recalls.soldLot('9', { D001: '4' })]
    const recall = await recalls.startedRecall(
      lots.map(lot => lot.id),
      { noticeContent: '请立即下架。' },
    )
    await at.day.run('callback.notify', { id: recall.id })
    await vi.waitFor(
      async () => expect(await notices(recall.id)).toMatchObject([{ outcome: 'PENDING', attempts: 1 }]),
      waiting,
    )
    const [row] = await recalls.called(recall.id)
    await at.day.run('callbackdealer.save', { id: row?.id, email: 'again.right@dealers.test' })
    await settled(recall.id, [
      ['D001', 'FAILED'],
      ['D001', 'SENT'],
    ])
    expect((await notices(recall.id))[0]?.fault).toContain('again.right@dealers.test')
    const right = { email: 'again.right@dealers.test', status: 'NOTIFIED' }
    expect(await recalls.called(recall.id)).toMatchObject([right, right])
    const mine = smtp.mails.findLast(({ to }) => to === right.email)
    for (const lot of lots) expect(mine && textOf(mine)).toContain(`批号 ${lot.lotNo}`)
    // Former address restored: the withdrawn notice waits again.
    await at.day.run('callbackdealer.save', { id: row?.id, email: 'wrong@dealers.test' })
    await settled(recall.id, [
      ['D001', 'PENDING'],
      ['D001', 'SENT'],
    ])
  })

  test('has the address of the dealer in a row entered by hand, and the one that was put right before it', async () => {
    await giveAddress('D001', 'kept@dealers.test')
    await giveAddress('D003', 'third@dealers.test')
    const lots = [await recalls.soldLot('9', { D001: '5' }), await recalls.soldLot('9', { D002: '4' })]
    const recall = await recalls.startedRecall(lots.map(lot => lot.id))
    const [row] = await recalls.called(recall.id)
    await at.day.run('callbackdealer.save', { id: row?.id, email: 'right.now@dealers.test' })
    const enter = (dealer: string, lot = lots[1]) =>
      at.day.run('callbackdealer.save', {
        callbackId: recall.id,
        dealerId: at.day.id('dealer', dealer),
        lotId: lot?.id,
        phone: '13800001111',
      })
    expect(await enter('D003')).toMatchObject({ email: 'third@dealers.test', phone: '13800001111' })
    expect(await enter('D001')).toMatchObject({ email: 'right.now@dealers.test' })
  })

  test('counts him as notified of the lots that his mail named, and of no other', async () => {
    await giveAddress('D001', 'part@dealers.test')
    smtp.treat('part@dealers.test', 'postpone')
    const { id } = await reported({ D001: '4' })
    await vi.waitFor(
      async () => expect(await notices(id)).toMatchObject([{ outcome: 'PENDING', attempts: 1 }]),
      waiting,
    )
    const second = await recalls.soldLot('5', { D001: '2' })
    const { lots, rowVersion } = (await at.server.call('GET', 'Sale/CallBackGet', { id }, at.token)).data
    const joined = { id, rowVersion, lots: [...lots, { lotId: second.id }] }
    expect(await at.server.call('POST', 'Sale/CallBackSave', joined, at.token)).toMatchObject({ status: 0 })
    await vi.waitFor(
      async () =>
        expect(await notices(id)).toMatchObject([{ outcome: 'PENDING' }, { outcome: 'PENDING', attempts: 1 }]),
      waiting,
    )
    smtp.treat('part@dealers.test', 'take')
    const [before] = await recalls.called(id)
    await at.rows(sql<Values>`
      update callbacknotice set "nextAt" = now() where id = (
        select min(id) from callbacknotice where "callbackId" = ${id}) returning id`)
    // The server may be quicker.
    await sendWaiting(at.server.db, settings())
    await settled(id, [
      ['D001', 'SENT'],
      ['D001', 'PENDING'],
    ])
    expect(await recalls.called(id)).toMatchObject([
      { status: 'NOTIFIED', notifyMethod: 'EMAIL', rowVersion: Number(before?.rowVersion) + 1 },
      { status: 'NOT_NOTIFIED', notifyTime: null, lotId: second.id },
    ])
  })

  test('tries for hours where the server asks to come back, and no more', async () => {
    await giveAddress('D001', 'later@dealers.test')
    smtp.treat('later@dealers.test', 'postpone')
    const { id } = await reported({ D001: '4' })
    const due = () =>
      at.rows(sql<Values>`
        update callbacknotice set "nextAt" = now() where "callbackId" = ${id} and outcome = 'PENDING' returning id`)
    await vi.waitFor(
      async () => expect(await notices(id)).toMatchObject([{ outcome: 'PENDING', attempts: 1 }]),
      waiting,
    )
    expect((await notices(id))[0]?.nextAt).not.toBeNull()
    expect(await sendWaiting(at.server.db, settings())).toBe(0)
    for (const attempts of [2, 3, 4, 5, 6]) {
      await due()
      await sendWaiting(at.server.db, settings())
      const outcome = attempts < 6 ? 'PENDING' : 'FAILED'
      await vi.waitFor(async () => expect(await notices(id)).toMatchObject([{ outcome, attempts }]), waiting)
    }
    await due()
    expect(await sendWaiting(at.server.db, settings())).toBe(0)
    expect(smtp.attempts.filter(to => to === 'later@dealers.test')).toHaveLength(6)
  })

  test('does not send again what may have arrived: he is called instead', async () => {
    await giveAddress('D001', 'silent@dealers.test')
    smtp.treat('silent@dealers.test', 'hangUp')
    const { id } = await reported({ D001: '4' })
    await settled(id, [['D001', 'UNKNOWN']])
    expect(await sendWaiting(at.server.db, settings())).toBe(0)
    expect(smtp.attempts.filter(to => to === 'silent@dealers.test')).toHaveLength(1)
    expect((await recalls.called(id))[0]).toMatchObject({ status: 'NOT_NOTIFIED' })
  })

  test('does not know of a message that a server left behind while it was sending', async () => {
    await giveAddress('D001', 'lost@dealers.test')
    const { id } = await reported({ D001: '4' })
    await settled(id, [['D001', 'SENT']])
    const leave = (minutes: number) =>
      at.rows(sql<Values>`
        update callbacknotice set outcome = 'SENDING', "updatedAt" = now() - make_interval(mins => ${minutes})
        where "callbackId" = ${id} returning id`)
    await leave(1)
    await abortLost(at.server.db)
    expect(await outcomes(id)).toEqual([['D001', 'SENDING']])
    await leave(6)
    await abortLost(at.server.db)
    expect(await outcomes(id)).toEqual([['D001', 'UNKNOWN']])
    const [notice] = await notices(id)
    const trail = await at.rows(sql<Values>`
      select changes from auditlog where entity = 'callbacknotice' and "entityId" = ${String(notice?.id)}
      order by id desc limit 1`)
    expect(trail).toEqual([{ changes: 'outcome: SENDING → UNKNOWN' }])
  })

  test('that is called off takes nothing with it: what was refused is not sent', async () => {
    await giveAddress('D001', 'never@dealers.test')
    const lot = await recalls.soldLot('5', { D001: '2' })
    const recall = await recalls.startedRecall([lot.id])
    expect(await refusalOf(at.day.run('callback.notify', { id: recall.id }))).toMatchObject({
      data: { noticeContent: 'required' },
    })
    expect(await notices(recall.id)).toEqual([])
    expect(smtp.attempts).not.toContain('never@dealers.test')
  })

  test('as a drill notes what it would have sent, and sends nothing', async () => {
    await giveAddress('D001', 'drill@dealers.test')
    const lot = await recalls.soldLot('5', { D001: '2' })
    const drill = await recalls.saveRecall([lot.id], { callbackType: 'DRILL', noticeContent: '演练' })
    for (const step of ['start', 'notify']) await at.day.run(`callback.${step}`, { id: drill.id })
    expect(await notices(drill.id)).toMatchObject([
      { outcome: 'DRILL', address: 'drill@dealers.test', subject: expect.stringMatching(/^【演练】/) },
    ])
    expect(await sendWaiting(at.server.db, settings())).toBe(0)
    expect(smtp.attempts).not.toContain('drill@dealers.test')
  })
})

describe('a mail', () => {
  const mail = { to: 'one@dealers.test', subject: '主题', text: '正文', messageId: '<1@lotline>' }

  test('has one recipient and the headers it was given, whatever the title was typed with', async () => {
    const { subject } = noticeMail('zh-CN', {
      plant: '恒香',
      plantPhone: '0532-86661234',
      docNo: 'CB1',
      grade: '一级',
      contact: '彭',
      content: '',
      title: '酱油\r\nBcc: thief@evil.test',
      lots: [],
      isDrill: false,
    })
    const before = smtp.attempts.length
    expect(await sendMail(settings(), { ...mail, subject })).toEqual({ kind: 'sent' })
    expect(smtp.attempts.slice(before)).toEqual(['one@dealers.test'])
    const head = smtp.mails.at(-1)?.data.split('\r\n\r\n')[0] ?? ''
    expect(head).not.toMatch(/^bcc:/im)
    expect(await sendMail(settings(), { ...mail, to: 'one@dealers.test\r\nRCPT TO:<thief@evil.test>' })).toMatchObject({
      kind: expect.not.stringMatching('unknown'),
    })
    expect(smtp.attempts.slice(before)).not.toContain('thief@evil.test')
  })

  test('that the server does not let us hand in may be sent later: it says nothing of the mailbox', async () => {
    smtp.letIn(false)
    const signed = { ...settings(), url: smtp.url.replace('smtp://', 'smtp://user:wrong@') }
    expect(await sendMail(signed, mail)).toMatchObject({ kind: 'postponed', reason: expect.stringContaining('535') })
    smtp.letIn(true)
    expect(await sendMail(signed, mail)).toEqual({ kind: 'sent' })
  })

  test('to a server that is not there may be sent later, as nothing was said', async () => {
    const gone = await startSmtp()
    await gone.close()
    expect(await sendMail({ ...settings(), url: gone.url }, mail)).toMatchObject({ kind: 'postponed' })
  })
})
