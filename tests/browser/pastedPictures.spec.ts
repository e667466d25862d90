/** Pasted pictures of other sites: fetched by the server, stored as the writer's, losses reported. */
import type { Page, Route } from '@playwright/test'
import { area, openEditor, paste, read, write } from './richTextActions.ts'
import { expect, test } from './server.ts'

/** A red dot of five pixels. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
)

const places = (page: Page) => page.locator('[data-coming]')
const run = (page: Page, id: string) => page.evaluate(command => window.lotline?.run(command), id)

const asking = '**/Home/UE?action=catchimage'

/** Stub of the unreachable site; what is kept goes through the real upload. */
async function answer(route: Route): Promise<void> {
  const request = route.request()
  const { source } = request.postDataJSON() as { source: readonly string[] }
  const { authorization = '' } = await request.allHeaders()
  const door = request.url().replace('catchimage', 'uploadimage')
  const stored = async (address: string) => {
    if (!address.endsWith('dot.png')) return { state: 'refused', source: address }
    const file = { name: 'dot.png', mimeType: 'image/png', buffer: dot }
    const kept = await request.frame().page().request.post(door, { headers: { authorization }, multipart: { file } })
    return { ...(await kept.json()), source: address }
  }
  const list = await Promise.all(source.map(stored))
  await route.fulfill({ json: { status: 0, message: '', state: 'SUCCESS', data: list, list } })
}

/** Holds what is asked of other sites until it is let go. */
async function held(page: Page) {
  const letGo = Promise.withResolvers<void>()
  await page.route(asking, async route => {
    await letGo.promise
    // Who gave it up hears nothing more.
    await answer(route).catch(() => undefined)
  })
  return letGo.resolve
}

/** Aborted fetches, recorded in the page: some versions of Chromium report none that a route holds. */
const recordAborts = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = window
    const aborted: string[] = []
    Object.assign(window, {
      aborted,
      fetch: (request: string, options?: RequestInit) => {
        options?.signal?.addEventListener('abort', () => aborted.push(request))
        return fetch(request, options)
      },
    })
  })
const abortsOf = (page: Page) => page.evaluate(() => (window as Window & { aborted?: string[] }).aborted)

const warning = (page: Page, count: number) => page.getByText(`有 ${count} 张图片没能粘贴进来：请另存后再上传`)

const file = '/files/[0-9a-f]{32}'
const pasted =
  '<p>前<a href="https://example.com/"><img src="https://pictures.example/dot.png" alt="批号" width="20"></a>后</p>'

test('they come as the writer’s own, with what was said of them, and one step takes all of it back', async ({
  page,
  plantUrl,
}) => {
  await page.route(asking, answer)
  await openEditor(page, plantUrl)
  await paste(page, pasted)
  await expect
    .poll(() => read(page))
    .toMatch(
      new RegExp(`^<p>前<a href="https://example.com/"[^>]*><img src="${file}" alt="批号" width="20" /></a>后</p>$`),
    )
  const widths = () =>
    area(page).evaluate(element => [...element.querySelectorAll('img')].map(each => each.naturalWidth))
  await expect.poll(widths).toEqual([5])
  await run(page, 'editor.undo')
  expect(await read(page)).toBe('')
  await run(page, 'editor.redo')
  await expect.poll(() => read(page)).toMatch(new RegExp(`<img src="${file}"`))
})

test('saving waits for them and stores the text with them', async ({ page, plantUrl }) => {
  const letGo = await held(page)
  await openEditor(page, plantUrl)
  await page.locator('[data-record]:visible [data-field=title] input').fill('图片')
  await paste(page, pasted)
  await expect(places(page)).toHaveCount(1)
  expect(await read(page)).not.toContain('img')
  const saved = page.evaluate(() => window.lotline?.run('record.save'))
  letGo()
  expect(await saved).toMatchObject({ status: 'ok' })
  const stored = await page.evaluate(async () => {
    const rows = await window.lotline?.run('notify.list', { q: '图片' })
    return JSON.stringify(rows)
  })
  expect(stored).toMatch(new RegExp(`<img src=\\\\"${file}`))
})

test('how many cannot be had is said once, with those that lie on a computer, and nothing is left of them', async ({
  page,
  plantUrl,
}) => {
  const letGo = await held(page)
  await openEditor(page, plantUrl)
  await paste(
    page,
    '<p data-pm-slice="0 0 []">前<img src="https://pictures.example/gone.png">中<img src="file:///C:/x.png">后</p>',
  )
  await expect(places(page)).toHaveCount(1)
  expect(await read(page)).toBe('<p>前中后</p>')
  letGo()
  await expect(warning(page, 2)).toHaveCount(1)
  await expect(places(page)).toHaveCount(0)
  expect(await read(page)).toBe('<p>前中后</p>')
})

test('the server refuses what lies behind the wall', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await paste(page, '<p>前<img src="http://127.0.0.1:1/dot.png">后</p>')
  await expect(warning(page, 1)).toHaveCount(1)
  await expect(places(page)).toHaveCount(0)
  expect(await read(page)).toBe('<p>前后</p>')
})

test('those whose places are taken back are given up, and those whose text was replaced are told of', async ({
  page,
  plantUrl,
}) => {
  await recordAborts(page)
  await held(page)
  await openEditor(page, plantUrl)
  const asked = page.waitForRequest(asking)
  await paste(page, pasted)
  await expect(places(page)).toHaveCount(1)
  await asked
  await run(page, 'editor.undo')
  await expect.poll(() => abortsOf(page)).toEqual([expect.stringContaining('catchimage')])
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(warning(page, 1)).toHaveCount(0)
  await paste(page, pasted)
  await expect(places(page)).toHaveCount(1)
  await write(page, '<p>别的</p>')
  await expect(warning(page, 1)).toHaveCount(1)
  expect(await read(page)).toBe('<p>别的</p>')
})

test('a picture of this plant that was copied where it is read stays the same file', async ({ page, plantUrl }) => {
  await page.route(asking, answer)
  await openEditor(page, plantUrl)
  await paste(page, '<p><img src="https://pictures.example/dot.png"></p>')
  await expect.poll(() => read(page)).toContain('/files/')
  const [own = ''] = /\/files\/[0-9a-f]{32}/.exec(await read(page)) ?? []
  await write(page, '')
  await page.route(asking, route => route.abort())
  await paste(page, `<p>又<img src="${plantUrl}${own}"></p>`)
  expect(await read(page)).toBe(`<p>又<img src="${own}" /></p>`)
})
