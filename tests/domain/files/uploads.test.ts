import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { cleanName } from '../../../server/domain/files/examine.ts'
import { forgetLooseFiles, quota } from '../../../server/domain/files/storeFile.ts'
import { photograph, png } from '../../support/pictures.ts'
import { withPlant } from '../../support/plantServer.ts'
import { readFile, signInForFiles, upload } from '../../support/uploads.ts'

const at = withPlant()
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
const post = (path: string, body: object, token = at.token) => at.server.call('POST', path, body, token)
const send = (name: string, bytes: Uint8Array | string, path?: string) => upload(at.server, at.token, name, bytes, path)
const one = async (query: ReturnType<typeof sql<Values>>) => (await at.rows(query))[0]
const files = () => one(sql<Values>`select count(*)::int as files from "file"`)

describe('an upload', () => {
  test('is told by its name, type and size, is audited, and comes back as it was sent', async () => {
    const text = 'a,b\n1,2\n'
    const { status, data } = await send('进货 台账.csv', text)
    expect([status, data]).toEqual([
      0,
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: '进货 台账.csv',
        type: 'text/csv; charset=utf-8',
        size: text.length,
        isImage: false,
      },
    ])
    const audit = await one(
      sql<Values>`select action, changes from auditlog where entity = 'file' and "entityId" = ${data.id}`,
    )
    expect(audit).toMatchObject({ action: 'CREATE', changes: expect.stringContaining('进货 台账.csv') })
    const { bytes, headers } = await readFile(at.server, await signInForFiles(at.server), data.id)
    expect(bytes.toString()).toBe(text)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('进货 台账.csv')}`,
    )
  })

  test('of several pieces is whole, and any part of it can be asked for', async () => {
    const text = Array.from({ length: 200_000 }, (_, line) => `line ${line}`).join('\n')
    const { data } = await send('long.txt', text)
    const cookie = await signInForFiles(at.server)
    expect((await readFile(at.server, cookie, data.id)).bytes.toString()).toBe(text)
    const part = async (range: string) => {
      const { http, headers, bytes } = await readFile(at.server, cookie, data.id, { range })
      return [http, headers.get('content-range'), bytes.toString()]
    }
    const size = text.length
    expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, 'line'])
    expect(await part('bytes=524280-524300')).toEqual([206, `bytes 524280-524300/${size}`, text.slice(524280, 524301)])
    expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, text.slice(-5)])
    expect(await part(`bytes=${size - 2}-`)).toEqual([206, `bytes ${size - 2}-${size - 1}/${size}`, text.slice(-2)])
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, ''])
    expect((await readFile(at.server, cookie, data.id, { range: 'bytes=5-1' })).http).toBe(200)
  })

  test('of a picture is decoded and encoded anew, without what it told of the place and the camera', async () => {
    const sent = await photograph()
    expect((await sharp(sent).metadata()).exif?.toString('latin1')).toContain('SecretCamera')
    const { data } = await send('现场.jpg', sent)
    expect(data).toMatchObject({ type: 'image/jpeg', isImage: true })
    const { bytes } = await readFile(at.server, await signInForFiles(at.server), data.id)
    const { format, exif } = await sharp(bytes).metadata()
    expect([format, exif, bytes.includes('SecretCamera')]).toEqual(['jpeg', undefined, false])
  })

  test('of a picture with something behind it loses what is behind it', async () => {
    const { data } = await send('a.png', Buffer.concat([await png(), Buffer.from('<script>attacked()</script>')]))
    const { bytes } = await readFile(at.server, await signInForFiles(at.server), data.id)
    expect(bytes.includes('attacked')).toBe(false)
  })

  test.each<[string, () => Promise<Buffer | string> | Buffer | string, number]>([
    ['a.exe', () => 'MZ', 3011],
    ['a.html', () => '<script>attacked()</script>', 3011],
    ['a.svg', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="attacked()"/>', 3011],
    ['a.swf', () => 'CWS', 3011],
    ['a.xml', () => '<a/>', 3011],
    ['a', () => 'a', 3011],
    ['.txt', () => 'a', 3011],
    ['a.png.php', () => png(), 3011],
    ['a.jpg', () => '<?php echo 1;', 3012],
    ['a.jpg', () => png(), 3012],
    ['a.pdf', () => '<html>', 3012],
    ['a.docx', () => 'plain', 3012],
    ['a.txt', () => png(), 3012],
    ['a.txt', () => Buffer.from([65, 0, 66]), 3012],
    ['a.mp4', () => 'plain', 3012],
    ['a.txt', () => '', 3012],
    ['a.png', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 3012],
    ['a.gif', () => 'GIF89a<script>attacked()</script>', 3013],
    ['a.png', async () => (await png()).subarray(0, 60), 3013],
    ['a.png', () => png(5001, 5001), 3013],
  ])('called %s with other content than that is refused by name, and nothing is kept', async (name, bytes, status) => {
    const before = await files()
    expect(await send(name, await bytes())).toMatchObject({ http: 200, status })
    expect(await files()).toEqual(before)
  })

  test('that is too large is refused however it is called, and the connection is good for the next', async () => {
    const before = await files()
    expect(await send('a.txt', Buffer.alloc(51 * 1024 * 1024, 65))).toMatchObject({
      status: 3010,
      data: { megabytes: 50 },
    })
    expect(await send('a.png', Buffer.alloc(11 * 1024 * 1024, 65))).toMatchObject({
      status: 3010,
      data: { megabytes: 10 },
    })
    expect(await files()).toEqual(before)
    expect((await send('a.txt', 'a')).status).toBe(0)
  })

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\x\\a.txt', 'a.txt'],
    ['a\r\nset-cookie: b.txt', 'aset-cookie b.txt'],
    ['\u202etxt.exe.txt', 'txt.exe.txt'],
    ['...a.txt', 'a.txt'],
    ['\ud800a.txt', '\ufffda.txt'],
    ['', 'file'],
    [`${'长'.repeat(300)}.txt`, `${'长'.repeat(196)}.txt`],
  ])('called %j is called %j', (sent, kept) => {
    expect(cleanName(sent)).toBe(kept)
  })

  test('without a file, without a session, or from another site is refused', async () => {
    expect(await post('files/upload', {})).toMatchObject({ status: 1001, data: { file: 'required' } })
    expect(await upload(at.server, null, 'a.txt', 'a')).toMatchObject({ http: 401, status: 401 })
    const form = new FormData()
    form.append('file', new Blob(['a']), 'a.txt')
    const headers = { authorization: `Bearer ${at.token}`, 'sec-fetch-site': 'cross-site' }
    const response = await fetch(`${at.server.url}/files/upload`, { method: 'POST', body: form, headers })
    expect(response.status).toBe(403)
  })

  test('that is broken off leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lotline-broken-'))
    vi.stubEnv('TMPDIR', folder)
    const before = await files()
    const sending = request(`${at.server.url}/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    sending.on('error', () => undefined)
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
    sending.write('a'.repeat(200_000))
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    sending.destroy()
    await expect.poll(() => readdir(folder)).toEqual([])
    vi.unstubAllEnvs()
    expect(await files()).toEqual(before)
    await rm(folder, { recursive: true })
  })

  test('is refused when there were too many in a day, of which nobody else hears', async () => {
    const token = await at.server.signInWith(['notify'])
    const mine = await upload(at.server, token, 'a.txt', 'a')
    const { id } = (await one(sql<Values>`select "createdBy" as id from "file" where key = ${mine.data.id}`)) as {
      id: number
    }
    await sql`
      insert into "file" ("customerId", key, name, type, size, "isImage", hash, "createdBy")
      select "customerId", md5(random()::text), 'x.txt', 'text/plain', 1, false, 'x', ${id}
      from "file", generate_series(2, ${quota.loose}) where key = ${mine.data.id}`.execute(at.server.db)
    expect(await upload(at.server, token, 'a.txt', 'a')).toMatchObject({ status: 3014 })
    expect((await send('a.txt', 'a')).status).toBe(0)
  })
})

describe('the endpoint of the editor', () => {
  const ask = async (action: string, more = {}) =>
    (await fetch(`${at.server.url}/zh-CN/Home/UE?${new URLSearchParams({ action, ...more })}`, {
      headers: { authorization: `Bearer ${at.token}` },
    }).then(response => response.json())) as Values & { list: readonly Values[] }

  test('says what it takes, by the names such editors know', async () => {
    const config = await ask('config')
    expect(config).toMatchObject({
      imageActionName: 'uploadimage',
      imageFieldName: 'file',
      imageAllowFiles: ['.png', '.jpg', '.jpeg', '.gif', '.webp'],
      catcherActionName: 'catchimage',
      catcherLocalDomain: [],
      fileManagerActionName: 'listfile',
    })
    expect(JSON.stringify(config)).not.toMatch(/\.swf|\.xml|\.svg|\.html?"/)
  })

  test.each(['zh-CN', 'zh-TW', 'en-US'])('takes a picture below %s and tells its address', async locale => {
    const { state, url, id, name } = await send('a.png', await png(), `${locale}/Home/UE?action=uploadimage`)
    expect([state, url]).toEqual(['SUCCESS', expect.stringMatching(/^\/files\/[0-9a-f]{32}$/)])
    // As everybody else is told of a file, too.
    expect([`/files/${id}`, name]).toEqual([url, 'a.png'])
  })

  test('takes as a picture only pictures, as a film only films', async () => {
    expect((await send('a.pdf', pdf, 'Home/UE?action=uploadfile')).state).toBe('SUCCESS')
    expect((await send('a.pdf', pdf, 'Home/UE?action=uploadimage')).status).toBe(3011)
    expect((await send('a.png', await png(), 'Home/UE?action=uploadvideo')).status).toBe(3011)
    expect((await send('a.png', await png(), 'Home/UE?action=uploadscrawl')).status).toBe(1001)
    expect((await post('Home/UE?action=uploadimage', {})).status).toBe(1001)
  })

  test("lists the caller's own files and nobody else's, so many at a time", async () => {
    const token = await at.server.signInWith(['brand'])
    await upload(at.server, token, 'theirs.txt', 'a')
    await send('mine.png', await png())
    const images = await ask('listimage', { size: 2 })
    expect(images.list[0]).toMatchObject({ title: 'mine.png', url: expect.stringMatching(/^\/files\//) })
    expect(images.list.length).toBe(2)
    const all = await ask('listfile', { size: 100_000 })
    expect(all.list.map(({ title }) => title)).not.toContain('theirs.txt')
    expect(all.list.length).toBeLessThanOrEqual(100)
    expect(await ask('listfile', { size: -1 })).toMatchObject({ status: 1001 })
    expect(await ask('listeverything')).toMatchObject({ status: 1001 })
  })

  test('tells every failure of fetching in the same words, and not before a second is over', async () => {
    const source = ['http://127.0.0.1/', 'http://169.254.169.254/', `${at.server.url}/`, 'file:///etc/passwd', 'x']
    const began = performance.now()
    const { list, data } = (await post('zh-CN/Home/UE?action=catchimage', { source })) as unknown as {
      list: readonly Values[]
      data: readonly Values[]
    }
    expect(performance.now() - began).toBeGreaterThan(990)
    expect(list).toEqual(source.map(each => ({ state: '无法取得远程图片', source: each })))
    // Editors of this family read the one, the console the other.
    expect(data).toEqual(list)
  })

  test('fetches ten pictures a call at most', async () => {
    const many = Array.from({ length: 11 }, () => 'x')
    expect(await post('Home/UE?action=catchimage', { source: many })).toMatchObject({ status: 1001 })
    expect(await post('Home/UE?action=catchimage', { source: [{}] })).toMatchObject({ status: 1001 })
    expect(await post('Home/UE?action=catchimage', {})).toMatchObject({ status: 1001 })
  })
})

test('what hangs on no record after thirty days is forgotten, and nothing else', async () => {
  const [loose, hung, fresh] = await Promise.all(['loose.txt', 'hung.txt', 'fresh.txt'].map(name => send(name, 'a')))
  await post('template/save/notify', { title: '通知', content: '内容', files: [hung?.data.id] })
  const old = [loose?.data.id, hung?.data.id]
  await sql`update "file" set "createdAt" = now() - interval '31 days' where key = any(${old}::text[])`.execute(
    at.server.db,
  )
  await forgetLooseFiles(at.server.db)
  const left = await at.rows(sql<Values>`select key from "file" where key = any(${[...old, fresh?.data.id]}::text[])`)
  expect(new Set(left.map(({ key }) => key))).toEqual(new Set([hung?.data.id, fresh?.data.id]))
  const pieces = await one(
    sql<Values>`select count(*)::int as n from filepiece p where not exists (select from "file" f where f.id = p."fileId")`,
  )
  expect(pieces).toEqual({ n: 0 })
})
