import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import { sanitised } from '../../server/db/sanitise.ts'
import { withPlant } from '../support/plantServer.ts'
import { richTextAttacks } from '../support/richTextAttacks.ts'
import { toolbarTexts } from '../support/toolbarTexts.ts'

const at = withPlant()
const post = (path: string, body: object, token = at.token) => at.server.call('POST', path, body, token)

const shownTags =
  'a b strong i em u s del sub sup code span br p div h1 h2 h3 h4 h5 h6 blockquote pre hr ul ol li table caption colgroup col thead tbody tfoot tr td th img video'
const shown = new Set(shownTags.split(' '))

/** Dangers in a text, detected independently of the sanitiser's rules. */
function dangersIn(html: string): readonly string[] {
  const dangers: string[] = []
  for (const [, name = '', attributes = ''] of html.matchAll(
    /<([a-z][a-z0-9]*)((?:\s+[^\s=<>"]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    if (!shown.has(name)) dangers.push(`<${name}>`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([^\s=<>"]+)(?:="([^"]*)")?/g)) {
      if (/^on|^(id|name|class|srcset|srcdoc|ping|formaction|is|slot|contenteditable|background)$/.test(attribute))
        if (!(name === 'code' && attribute === 'class')) dangers.push(`${name} ${attribute}`)
      if (attribute === 'href' && !/^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/.test(value)) dangers.push(`href ${value}`)
      if (/^(src|poster)$/.test(attribute) && !/^\/files\/[0-9a-f]{32}$|^\/static\/UE\/(?!.*\.\.)[\w./-]+$/.test(value))
        dangers.push(`${attribute} ${value}`)
      if (
        attribute === 'style' &&
        /url|expression|position|javascript|behavior|binding|import|var\(|\\|@|[{}<>]/i.test(value)
      )
        dangers.push(`style ${value}`)
      if (
        attribute === 'style' &&
        /opacity|display|pointer-events|transform|animation|transition|z-index|-\d{3}|\d{5}/.test(value)
      )
        dangers.push(`style ${value}`)
    }
  }
  // Whatever else begins like a tag was not understood above.
  const left = html.replace(/<\/?[a-z][a-z0-9]*(?:\s+[^\s=<>"]+(?:="[^"]*")?)*\s*\/?>/g, '')
  if (/[<>]/.test(left)) dangers.push(left)
  return dangers
}

describe('an attack', () => {
  test('is one of more than two hundred, each another', () => {
    expect(new Set(richTextAttacks).size).toBe(richTextAttacks.length)
    expect(richTextAttacks.length).toBeGreaterThan(200)
  })

  test('would be seen if it came through', () => {
    const seen = richTextAttacks.filter(attack => dangersIn(attack).length > 0)
    expect(seen.length).toBeGreaterThan(richTextAttacks.length * 0.9)
  })

  test.each(richTextAttacks)('%j leaves nothing to run, to lay over the page or to load from elsewhere', attack => {
    const left = sanitised(attack)
    expect(dangersIn(left)).toEqual([])
    expect(sanitised(left)).toBe(left)
  })

  test('is taken out where it is saved, and again where it is read', async () => {
    const content = `<p>a</p>${richTextAttacks.slice(0, 120).join('')}`
    const { data, status } = await post('template/save/notify', { title: '攻击', content })
    expect(status).toBe(0)
    expect(dangersIn(data.content)).toEqual([])
    const [stored] = await at.rows(sql<Values>`select content from notify where id = ${data.id}`)
    expect(stored?.content).toBe(data.content)
    const bad = '<p>b</p><img src=x onerror="attacked()"><script>attacked()</script>'
    await sql`update notify set content = ${bad} where id = ${data.id}`.execute(at.server.db)
    const read = [
      (await at.server.call('GET', 'template/edit/notify', { id: data.id }, at.token)).data.content,
      (await post('template/list/notify', {})).data.rows.find((row: Values) => row.id === data.id).content,
    ]
    expect(read).toEqual(['<p>b</p>', '<p>b</p>'])
    await sql`update notify set status = 'PUBLISHED' where id = ${data.id}`.execute(at.server.db)
    const own = await at.server.call('GET', 'SystemSetting/NotifyMine', {}, at.token)
    const notices: readonly Values[] = own.data.rows ?? own.data
    expect(notices.find(({ id }) => id === data.id)).toMatchObject({ content: 'b', html: '<p>b</p>' })
  })
})

describe('what the toolbar makes', () => {
  test.each(Object.entries(toolbarTexts))('as %s is the same after it was saved, and saved again', async (_, text) => {
    expect(sanitised(text)).toBe(text)
    const { data, status } = await post('template/save/notify', { title: '工具栏', content: text })
    expect([status, data.content]).toEqual([0, text])
    const again = await post('template/save/notify', { id: data.id, content: data.content })
    expect(again.data.content).toBe(text)
  })
})

describe('a formatted text', () => {
  test('with nothing in it is missing where one is required', async () => {
    for (const content of ['<p></p>', '<p><br /></p>', '<script>x</script>', '<p>&nbsp;</p>'])
      expect(await post('template/save/notify', { title: 'x', content })).toMatchObject({ status: 1001 })
  })

  test('of which nothing may stay is missing too, at its field', async () => {
    const content = '<p><img src="https://x.example/y.png" alt="" /></p>'
    const refused = await post('template/save/notify', { title: 'x', content })
    expect(refused).toMatchObject({ status: 1001, data: { content: expect.anything() } })
  })

  test('keeps its signs where every tag is taken away, however often it is saved', async () => {
    const content = '<font>盐 &amp; 糖</font>\n<font>x &lt; 5</font>'
    const { data } = await post('template/save/notify', { title: 'x', content })
    expect(data.content).toBe('<p>盐 &amp; 糖</p><p>x &lt; 5</p>')
    expect(sanitised(data.content)).toBe(data.content)
  })

  test('of several plain lines keeps its lines', async () => {
    const { data } = await post('template/save/notify', { title: 'x', content: '一 < 二\n三' })
    expect(data.content).toBe('<p>一 &lt; 二</p><p>三</p>')
  })

  test('is looked for and exported by its words, never by its tags', async () => {
    const content = '<p style="color:red">储罐<strong>清洗</strong>不彻底 &amp; 1 &lt; 2</p><p>第二段</p>'
    const { data } = await post('template/save/notify', { title: '词', content })
    const found = async (value: string) => {
      const { data: page } = await post('template/list/notify', { where: [{ field: 'content', op: 'like', value }] })
      return page.rows.some((row: Values) => row.id === data.id)
    }
    expect([
      await found('储罐清洗不彻底'),
      await found('& 1 < 2'),
      await found('strong'),
      await found('color'),
    ]).toEqual([true, true, false, false])
    for (const format of ['csv', 'xlsx']) {
      const { data: file, status } = await post('template/export/notify', { format, columns: ['title', 'content'] })
      expect(status).toBe(0)
      if (format === 'csv') {
        const sheet = Buffer.from(file).toString()
        expect(sheet).toContain('储罐清洗不彻底 & 1 < 2\n第二段')
        expect(sheet).not.toMatch(/<p|<strong/)
      }
    }
    expect((await post('template/list/notify', { sort: [['content', 'asc']] })).status).toBe(1001)
  })

  test('keeps its form where a sheet brings the same words, and takes the words of the sheet where they are others', async () => {
    const description = '<p>装瓶<strong>前</strong>清洗</p><p>灭菌</p>'
    const { data } = await post('template/save/techflow', { code: 'RT1', name: '清洗甲', description })
    const bring = (name: string, words: string) =>
      post('template/import/techflow', {
        file: Buffer.from(`code,name,description\nRT1,${name},"${words}"\n`).toString('base64'),
      })
    const stored = async () => {
      const { data: row } = await at.server.call('GET', 'template/edit/techflow', { id: data.id }, at.token)
      return [row.name, row.description]
    }
    expect((await bring('清洗乙', '装瓶前清洗\n灭菌')).data).toMatchObject({ updated: 1 })
    expect(await stored()).toEqual(['清洗乙', description])
    expect((await bring('清洗乙', '装瓶前清洗\n灭菌')).data).toMatchObject({ unchanged: 1 })
    expect((await bring('清洗乙', '只 < 清洗\n灭菌')).data).toMatchObject({ updated: 1 })
    expect(await stored()).toEqual(['清洗乙', '<p>只 &lt; 清洗</p><p>灭菌</p>'])
  })

  test('stands in the trail by its words, but for a change of its form alone', async () => {
    const { data } = await post('template/save/notify', { title: '记录', content: '<p>一 &amp; 二</p>' })
    const trail = async (content: string) => {
      await post('template/save/notify', { id: data.id, content })
      const [row] = await at.rows(
        sql<Values>`select changes from auditlog where entity = 'notify' order by id desc limit 1`,
      )
      return row?.changes
    }
    expect(await trail('<p>一 &amp; <em>三</em></p>')).toBe('content: 一 & 二 → 一 & 三')
    expect(await trail('<p>一 &amp; <u>三</u></p>')).toBe(
      'content: <p>一 &amp; <em>三</em></p> → <p>一 &amp; <u>三</u></p>',
    )
  })

  test('says in SQL what it says in the console, but for its lines', async () => {
    for (const text of Object.values(toolbarTexts)) {
      const [row] = await at.rows(sql<Values>`select plain_text(${text}) as plain`)
      const words = (said: string) => said.replace(/\s+/g, '')
      const seen = plainTextOf(text.replace(/alt="[^"]*"/g, ''))
      expect(words(String(row?.plain))).toBe(words(seen))
    }
  })
})
