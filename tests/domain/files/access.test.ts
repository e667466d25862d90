import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { png } from '../../support/pictures.ts'
import { withPlant } from '../../support/plantServer.ts'
import { readFile, signInForFiles, upload } from '../../support/uploads.ts'

const at = withPlant()
const post = (path: string, body: object, token = at.token) => at.server.call('POST', path, body, token)
const newFile = async (name = 'a.txt', token = at.token) =>
  (await upload(at.server, token, name, name.endsWith('.png') ? await png() : 'a')).data.id as string

interface Person {
  readonly token: string
  readonly cookie: string
}

/** Somebody who has these pages, and the cookie of his browser. */
async function person(grants: readonly string[]): Promise<Person> {
  const token = await at.server.signInWith(grants)
  const [{ loginName }] = (await at.rows(sql<Values>`select "loginName" from "user" order by id desc limit 1`)) as [
    { loginName: string },
  ]
  return { token, cookie: await signInForFiles(at.server, loginName) }
}

let admin: string
let looker: Person
let stranger: Person
const seen = async (cookie: string | null, id: string) => (await readFile(at.server, cookie, id)).http

beforeAll(async () => {
  admin = await signInForFiles(at.server)
  looker = await person(['brand', 'brand.edit'])
  stranger = await person(['unit'])
})

describe('the cookie of files', () => {
  test('is read by no script, sent by no other site, and good for files alone', async () => {
    expect(admin).toMatch(/^lotlineFiles=[\w-]{43}; Path=\/files; Max-Age=86400; HttpOnly; SameSite=Strict$/)
    const token = admin.slice('lotlineFiles='.length).split(';')[0] ?? ''
    expect((await at.server.call('GET', 'User/UserGet', { id: 1 }, token)).status).toBe(401)
    expect(await seen(`lotlineFiles=${at.token}`, await newFile())).toBe(401)
  })

  test('is not told to scripts, and ends with the session', async () => {
    const { data } = await post(
      'Auth/login',
      { grant_type: 'password', username: 'admin', password: at.server.password },
      '',
    )
    expect(Object.keys(data).filter(name => /file/i.test(name))).toEqual([])
    const own = await person(['brand'])
    const id = await newFile('a.txt', own.token)
    expect(await seen(own.cookie, id)).toBe(200)
    const [{ session }] = (await at.rows(sql<Values>`select session from token order by id desc limit 1`)) as [
      { session: string },
    ]
    await sql`delete from token where session = ${session}`.execute(at.server.db)
    expect(await seen(own.cookie, id)).toBe(401)
  })

  test('is taken away by signing out', async () => {
    const token = await at.server.signIn()
    const { headers } = await post('Home/LoginOut', {}, token)
    expect(headers.get('set-cookie')).toMatch(/^lotlineFiles=; Path=\/files; Max-Age=0;/)
  })
})

describe('a stored file', () => {
  test('without the cookie is 401; one that is not there, or not his to see, is 404', async () => {
    const id = await newFile()
    expect([await seen(null, id), await seen(admin, id), await seen(looker.cookie, id)]).toEqual([401, 200, 404])
    for (const other of ['0'.repeat(32), 'x', '..%2f..%2fpackage.json', '__proto__'])
      expect(await seen(admin, other)).toBe(404)
  })

  test('on no record is its own uploader’s; on one it is for whoever has the page', async () => {
    const id = await newFile('a.png')
    const saved = await post('template/save/brand', { code: 'F1', name: '文件', logo: id })
    expect(saved.data).toMatchObject({
      logo: id,
      logo$files: [{ id, name: 'a.png', type: 'image/png', isImage: true }],
    })
    expect([await seen(looker.cookie, id), await seen(stranger.cookie, id)]).toEqual([200, 404])
  })

  test('taken off its record stays with the history, for the same people', async () => {
    const [first, second] = [await newFile('a.png'), await newFile('a.png')]
    const { data } = await post('template/save/brand', { code: 'F2', name: '文件二', logo: first })
    await post('template/save/brand', { id: data.id, logo: second })
    expect([await seen(looker.cookie, first), await seen(looker.cookie, second)]).toEqual([200, 200])
    const [audit] = await at.rows(
      sql<Values>`select changes from auditlog where entity = 'brand' order by id desc limit 1`,
    )
    expect(audit?.changes).toContain(`logo: a.png (${first.slice(0, 8)}) → a.png (${second.slice(0, 8)})`)
  })

  test('of a health certificate is for those who have that page', async () => {
    const other = await person(['employee', 'employee.edit'])
    const health = await person(['employeehealth', 'employeehealth.edit'])
    const onlooker = await person(['employeehealth'])
    const id = await newFile()
    const employeeId = (await at.rows(sql<Values>`select id from employee limit 1`))[0]?.id
    const record = { employeeId, hospital: '市一医院', certNo: 'H1', examDate: '2026-01-05' }
    const { data } = await post('template/save/employeehealth', record)
    await sql`
      insert into fileuse ("fileId", entity, "entityId", field)
      select id, 'employeehealth', ${data.id}, 'files' from "file" where key = ${id}`.execute(at.server.db)
    expect([await seen(other.cookie, id), await seen(health.cookie, id)]).toEqual([404, 200])
    // It says what the fields say that he is not told.
    expect(await seen(onlooker.cookie, id)).toBe(404)
  })

  test('of a notice is for whom the notice is, once it is published', async () => {
    const id = await newFile('a.png')
    const content = `<p><img src="/files/${id}" alt="a" /></p>`
    const { data } = await post('template/save/notify', { title: '图', content, targetType: 'ALL' })
    expect(await seen(stranger.cookie, id)).toBe(404)
    await post('template/publish/notify', { ids: [data.id] })
    expect(await seen(stranger.cookie, id)).toBe(200)
  })

  test('of somebody else is not hung on a record by knowing its id', async () => {
    const id = await newFile()
    const named = await post('template/save/brand', { code: 'F3', name: '别人', logo: id }, looker.token)
    expect(named).toMatchObject({ status: 1002 })
    const editor = await person(['brand', 'brand.add'])
    expect(await post('template/save/brand', { code: 'F3', name: '别人', logo: id }, editor.token)).toMatchObject({
      status: 1001,
      data: { logo: 'file' },
    })
    const writer = await person(['notify', 'notify.add'])
    const content = `<p>a<img src="/files/${id}" /></p>`
    expect((await post('template/save/notify', { title: '图', content }, writer.token)).status).toBe(0)
    expect(await seen(writer.cookie, id)).toBe(404)
  })

  test('is never a page of ours', async () => {
    const headersOf = async (id: string) => (await readFile(at.server, admin, id)).headers
    const text = await headersOf(await newFile())
    expect(text.get('content-disposition')).toMatch(/^attachment/)
    const picture = await headersOf(await newFile('a.png'))
    expect(picture.get('content-disposition')).toMatch(/^inline/)
    for (const headers of [text, picture]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toMatch(/^private/)
    }
  })
})

describe('a field of files', () => {
  test('keeps their order, tells of them in lists and exports them by name', async () => {
    const names = ['c.txt', 'a.txt', 'b.txt']
    const ids = await Promise.all(names.map(name => newFile(name)))
    const { data } = await post('template/save/notify', { title: '三个', content: '内容', files: ids })
    expect([data.files, data.files$files.map((file: Values) => file.name)]).toEqual([ids, names])
    const where = [{ field: 'files', op: 'notNull' }]
    const listed = await post('template/list/notify', { where })
    expect(listed.data.rows.find((row: Values) => row.id === data.id).files$files.length).toBe(3)
    const { data: file } = await post('template/export/notify', { format: 'csv', columns: ['title', 'files'] })
    expect(Buffer.from(file).toString()).toContain('三个,c.txt; a.txt; b.txt')
  })

  test('takes twenty, each once, and only files', async () => {
    const save = async (files: unknown) => {
      const { status, data } = await post('template/save/notify', { title: 'x', content: 'y', files })
      return status === 0 ? 0 : data.files
    }
    const id = await newFile()
    expect(await save(Array.from({ length: 21 }, (_, at) => String(at).padStart(32, '0')))).toBe('tooManyFiles')
    expect(await save([id, id])).toBe('file')
    expect(await save(['x'])).toBe('file')
    expect(await save(['0'.repeat(32)])).toBe('file')
    expect(await save(id)).toBe('file')
    expect(await save([id])).toBe(0)
  })
})
