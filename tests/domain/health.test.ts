import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { guardPersons } from '../../server/domain/guards/persons.ts'
import { validUntilOf } from '../../server/domain/staff/employeehealth.ts'
import { addDays } from '../../src/contract/calendar.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const lab = laboratoryOf(at)

let hired = 0
async function hire(more: Values = {}): Promise<number> {
  hired += 1
  const row = {
    jobNo: `H${hired}`,
    name: `员工${hired}`,
    department: '生产部',
    entryDate: '2024-01-01',
    postType: 'DIRECT',
  }
  return (await at.day.run('employee.save', { ...row, ...more })).id
}
const examined = (employeeId: number, more: Values = {}) =>
  at.day.run('employeehealth.save', {
    employeeId,
    recordType: 'ANNUAL',
    examDate: at.plant.today,
    hospital: '市疾控中心',
    certNo: `HC${employeeId}-${Math.random().toString(36).slice(2)}`,
    ...more,
  })
const stored = async (id: number) => (await at.rows(sql<Values>`select * from employee where id = ${id}`))[0]
const ask = (id: number, bizTime = new Date().toISOString()) =>
  at.plant.inside(context => guardPersons(context, [id], bizTime))
const setMode = (mode: string | null) =>
  at.plant.inside(context =>
    mode === null
      ? sql`delete from setting where key = 'healthMode'`.execute(context.tx)
      : sql`insert into setting ("customerId", key, value) values (${context.customerId}, 'healthMode', ${mode})
          on conflict do nothing`.execute(context.tx),
  )
beforeEach(() => setMode(null))

describe('the health certificate of an employee', () => {
  test('holds a year less a day, clamped to the end of the month', () => {
    expect(validUntilOf('2026-11-21')).toBe('2027-11-20')
    expect(validUntilOf('2024-02-29')).toBe('2025-02-27')
  })

  test('is that of the latest yearly examination passed', async () => {
    const id = await hire()
    await examined(id)
    expect(await stored(id)).toMatchObject({ healthExpireDate: validUntilOf(at.plant.today) })
    await examined(id, { examDate: addDays(at.plant.today, -300) })
    await examined(id, { recordType: 'DAILY', hospital: null, certNo: null, checkerId: at.day.id('employee', 'E001') })
    expect(await stored(id)).toMatchObject({ healthExpireDate: validUntilOf(at.plant.today) })
  })

  test('that has run out stops who touches food when the plant says so, by name and date', async () => {
    const id = await hire()
    await examined(id, { examDate: addDays(at.plant.today, -400), validUntil: addDays(at.plant.today, -1) })
    const until = { name: `员工${hired}`, date: addDays(at.plant.today, -1) }
    expect(await ask(id)).toEqual([until])
    await setMode('BLOCK')
    expect(await refusalOf(ask(id))).toEqual({ refusal: 'healthExpired', data: until })
  })

  test('is asked for the day of the work, its last day included', async () => {
    await setMode('BLOCK')
    const id = await hire()
    await examined(id, { examDate: addDays(at.plant.today, -10), validUntil: addDays(at.plant.today, -1) })
    await expect(ask(id, `${addDays(at.plant.today, -1)}T04:00:00.000Z`)).resolves.toEqual([])
    expect(await refusalOf(ask(id, `${at.plant.today}T04:00:00.000Z`))).toMatchObject({ refusal: 'healthExpired' })
  })

  test('is asked of those only who touch food', async () => {
    await setMode('BLOCK')
    await expect(ask(await hire({ postType: 'INDIRECT' }))).resolves.toEqual([])
    expect(await refusalOf(ask(await hire()))).toMatchObject({ data: { date: '—' } })
  })

  test('stops a receipt whose receiver has none', async () => {
    await setMode('BLOCK')
    const receiverId = await hire()
    const receipt = at.day.receive([at.day.receiptLine('M001', '10')], { receiverId })
    expect(await refusalOf(receipt)).toMatchObject({ refusal: 'healthExpired' })
    await examined(receiverId)
    expect(await at.day.receive([at.day.receiptLine('M001', '10')], { receiverId })).toMatchObject({
      status: 'SUBMITTED',
    })
  })
})

describe('an employee found unwell', () => {
  const unwell = { result: 'UNQUALIFIED', handling: 'SUSPEND' }

  test.each([
    ['an examination not passed', { result: 'UNQUALIFIED' }],
    ['a disease', { diseases: ['HEPATITIS'] }],
    ['a fever in the morning', { recordType: 'DAILY', temperature: '37.3' }],
  ])('by %s does not go on as usual', async (_, more: Values) => {
    const id = await hire()
    const checkerId = at.day.id('employee', 'E001')
    expect(await refusalOf(examined(id, { checkerId, ...more }))).toEqual({
      refusal: 'invalid',
      data: { handling: 'unwell' },
    })
  })

  test('is told with every other fault of the record, a day to come among them', async () => {
    const given = { employeeId: await hire(), recordType: 'ANNUAL', examDate: '2999-01-01', result: 'UNQUALIFIED' }
    expect(await refusalOf(at.day.run('employeehealth.save', given))).toEqual({
      refusal: 'invalid',
      data: { examDate: 'future', hospital: 'required', certNo: 'required', handling: 'unwell' },
    })
  })

  test('is suspended and does no work, until a check clears the return', async () => {
    const id = await hire()
    await examined(id)
    await examined(id, { recordType: 'DAILY', checkerId: at.day.id('employee', 'E001'), ...unwell })
    expect(await stored(id)).toMatchObject({ status: 'SUSPENDED' })
    expect(await refusalOf(ask(id))).toEqual({ refusal: 'notOnDuty', data: { name: `员工${hired}`, status: '停岗' } })
    await examined(id, { recordType: 'DAILY', checkerId: at.day.id('employee', 'E001') })
    expect(await stored(id)).toMatchObject({ status: 'SUSPENDED' })
    await examined(id, { recordType: 'RETURN' })
    expect(await stored(id)).toMatchObject({ status: 'ON_JOB' })
  })

  test('by an examination loses no certificate to an older one: it counts for nothing', async () => {
    const id = await hire()
    await examined(id, unwell)
    expect(await stored(id)).toMatchObject({ status: 'SUSPENDED', healthExpireDate: null })
  })
})

describe('an employee who goes', () => {
  test('was never named anywhere and may be deleted', async () => {
    const id = await hire()
    const { data } = await at.server.call('POST', 'template/delete/employee', { ids: [id] }, at.token)
    expect(data.rows[0].ok).toBe(true)
  })

  test('and stands in documents leaves instead of being deleted', async () => {
    const receiverId = await hire()
    const { docNo } = await at.day.receive([at.day.receiptLine('M001', '1')], { receiverId })
    const removed = await at.server.call('POST', 'template/delete/employee', { ids: [receiverId] }, at.token)
    expect(removed.data.rows[0]).toMatchObject({
      ok: false,
      status: 2051,
      message: expect.stringContaining(String(docNo)),
    })
    await at.day.run('employee.leave', { id: receiverId, leaveDate: at.plant.today })
    expect(await stored(receiverId)).toMatchObject({ status: 'LEFT', leaveDate: at.plant.today })
    const again = at.day.receive([at.day.receiptLine('M001', '1')], { receiverId })
    expect(await refusalOf(again)).toMatchObject({ refusal: 'notOnDuty', data: { status: '离职' } })
  })

  test('does not leave before having come', async () => {
    const id = await hire()
    expect(await refusalOf(at.day.run('employee.leave', { id, leaveDate: '2023-12-31' }))).toEqual({
      refusal: 'invalid',
      data: { leaveDate: 'leaveBeforeEntry' },
    })
  })
})

test('changing an employee by hand leaves the certificate to the records', async () => {
  const id = await hire()
  await examined(id)
  const changed = await lab.change('employee', id, { healthExpireDate: '2099-01-01', remark: '调班' })
  expect(changed).toMatchObject({ healthExpireDate: validUntilOf(at.plant.today), remark: '调班' })
})

describe('what concerns a person', () => {
  test('is masked for who may only look, in the list and in the record', async () => {
    const id = await hire({ idCardNo: '44010119900101123X', birthDate: '1990-01-01' })
    const { id: recordId } = await examined(id, {
      recordType: 'DAILY',
      temperature: '36.5',
      checkerId: at.day.id('employee', 'E001'),
    })
    const looks = await at.server.signInWith(['employee', 'employeehealth'])
    const works = await at.server.signInWith(['employee', 'employee.edit', 'employeehealth', 'employeehealth.edit'])
    const row = async (entity: string, of: number, token: string) => {
      const { data } = await at.server.call('POST', `template/list/${entity}`, { size: 200 }, token)
      const listed = (data.rows as Values[]).find(each => each.id === of)
      const loaded = (await at.server.call('GET', `template/edit/${entity}`, { id: of }, token)).data
      return [listed, loaded]
    }
    for (const seen of await row('employee', id, looks))
      expect(seen).toMatchObject({ name: `员工${hired}`, idCardNo: '****', birthDate: null })
    for (const seen of await row('employee', id, works))
      expect(seen).toMatchObject({ idCardNo: '44010119900101123X', birthDate: '1990-01-01' })
    for (const seen of await row('employeehealth', recordId, looks))
      expect(seen).toMatchObject({ temperature: null, result: null, diseases: null })
    for (const seen of await row('employeehealth', recordId, works))
      expect(seen).toMatchObject({ temperature: '36.50' })
    // Audit trail of views: rows for those who were answered, none for those refused.
    const { rows: views } = await sql<{ loginName: string }>`
      select u."loginName" from auditlog a join "user" u on u.id = a."byUserId"
      where a.action = 'VIEW' and a.entity = 'employeehealth' and a."entityId" = ${String(recordId)}`.execute(
      at.server.db,
    )
    expect(views).toHaveLength(2)
    expect(new Set(views.map(({ loginName }) => loginName)).size).toBe(1)
  })

  test('a telephone number is in no line of the trail', async () => {
    const id = await hire({ phone: '13912345678' })
    const { rows } = await sql<{ changes: string }>`
      select changes from auditlog where entity = 'employee' and "entityId" = ${String(id)}`.execute(at.server.db)
    expect(rows.map(row => row.changes).join('\n')).toContain('phone: ****')
    const { rows: told } = await sql`select 1 from auditlog where changes like '%13912345678%'`.execute(at.server.db)
    expect(told).toEqual([])
  })

  test('is not found out by asking for it', async () => {
    const looks = await at.server.signInWith(['employee'])
    const asked = (query: Values) => at.server.call('POST', 'template/list/employee', query, looks)
    const where = [{ field: 'idCardNo', op: 'startsWith', value: '44' }]
    expect((await asked({ where })).status).toBe(1002)
    expect((await asked({ sort: [['birthDate', 'asc']] })).status).toBe(1002)
    expect((await asked({})).status).toBe(0)
  })

  test('is not found out by choosing among the records of a result', async () => {
    const [looks, works] = [
      await at.server.signInWith(['employeehealth']),
      await at.server.signInWith(['employeehealth', 'employeehealth.edit']),
    ]
    const unwell = (token: string) =>
      at.server.call('GET', 'template/options/employeehealth', { result: 'UNQUALIFIED' }, token)
    expect((await unwell(looks)).status).toBe(1002)
    expect((await unwell(works)).status).toBe(0)
  })
})
