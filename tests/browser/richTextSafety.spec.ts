/** Foreign formatted text: pasted, stored under other rules, or malicious. */
import type { Page } from '@playwright/test'
import { richTextAttacks } from '../support/richTextAttacks.ts'
import { isSoak, sized } from '../support/soak.ts'
import { toolbarTexts } from '../support/toolbarTexts.ts'
import { area, openEditor, paste, read, write } from './richTextActions.ts'
import { excelBecomes, fromExcel, fromWord, wordBecomes } from './richTextPasted.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

for (const [from, pasted, becomes] of [
  ['Word', fromWord, wordBecomes],
  ['Excel', fromExcel, excelBecomes],
] as const)
  test(`what is pasted from ${from} keeps its structure`, async ({ page, plantUrl }) => {
    await openEditor(page, plantUrl)
    await write(page, '')
    await paste(page, pasted)
    await expect.poll(async () => (await read(page)).replace(/<p><\/p>$/, '')).toBe(becomes)
  })

test('what is pasted as plain text stays as it was typed', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await write(page, '')
  await area(page).evaluate(element => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '**停用** 1_2_3\n<b>第二行</b>')
    element.focus()
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => read(page)).toBe('<p>**停用** 1_2_3</p><p>&lt;b&gt;第二行&lt;/b&gt;</p>')
})

test('what the toolbar makes comes back from the editor and from Markdown as it went in', async ({
  page,
  plantUrl,
}) => {
  await openEditor(page, plantUrl)
  for (const [name, text] of Object.entries(toolbarTexts))
    await test.step(name, async () => {
      if (text.includes('src=')) return
      const once = await write(page, text)
      expect(await write(page, once), name).toBe(once)
      const markdown = await page.evaluate(async () => {
        const result = await window.lotline?.run('editor.read', { format: 'markdown' })
        return result?.status === 'ok' ? String(result.data) : ''
      })
      const back = await page.evaluate(async said => {
        const result = await window.lotline?.run('editor.write', { markdown: said })
        return result?.status === 'ok' ? String(result.data) : JSON.stringify(result)
      }, markdown)
      expect(back, `${name}: ${markdown}`).toBe(once)
    })
})

test('what is stored comes back from the server unchanged, twice', async ({ page, busyUrl }) => {
  await openEditor(page, busyUrl)
  const [login] = (await page.context().cookies()).filter(({ name }) => name === 'loginInfo')
  const token = JSON.parse(decodeURIComponent(login?.value ?? '{}')).access_token as string
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(`${busyUrl}/${path}`, { headers, ...init })).json()).data
  const texts = Object.values(toolbarTexts).filter(text => !text.includes('src='))
  const written = await write(page, texts.join(''))
  let row: Record<string, unknown> = { title: '往返', notifyType: 'NOTICE', targetType: 'ALL' }
  for (let time = 0; time < 2; time += 1) {
    const content = await write(page, String(row.content ?? written))
    const { id } = await ask('template/save/notify', { method: 'POST', body: JSON.stringify({ ...row, content }) })
    row = await ask(`template/edit/notify?id=${id}`)
    expect(row.content).toBe(written)
  }
})

/** What in a text could run or load something from elsewhere. */
const harmIn = (page: Page, html: string) =>
  page.evaluate(text => {
    const body = new DOMParser().parseFromString(text, 'text/html').body
    const isBad = ({ name, value }: Attr) =>
      /^on|^(srcdoc|formaction|action|ping|srcset|data|id|name)$/.test(name) ||
      (/^(href|src|poster)$/.test(name) && !/^(https?:|mailto:|tel:|#|\/(?![/\\]))/i.test(value)) ||
      (name === 'style' && /url|expression|position|@/i.test(value))
    const tags = body.querySelectorAll(
      'script, style, iframe, object, embed, form, input, button, svg, math, base, meta, link',
    )
    const attributes = [...body.querySelectorAll('*')].flatMap(element => [...element.attributes].filter(isBad))
    return [...[...tags].map(({ tagName }) => tagName), ...attributes.map(({ name, value }) => `${name}=${value}`)]
  }, html)

/** A picture that is not there may be said; nothing else. */
function quiet(noise: string[]): void {
  expect(noise.filter(line => !/status of 40[34]/.test(line))).toEqual([])
  noise.length = 0
}

/** They are tried in so many tests, none of which takes long. */
const shares = sized(2, 4)
/** How many pages show a share where it is only read. */
const pagesOfShare = sized(4, 5)
const attacksOf = (share: number) => richTextAttacks.filter((_, index) => index % shares === share - 1)

test.describe('without the content security policy', () => {
  test.use({ bypassCSP: true })

  for (let share = 1; share <= shares; share += 1) {
    test(`nothing of the attacks runs or is loaded: written, pasted and read (${share} of ${shares})`, async ({
      page,
      plantUrl,
      noise,
    }) => {
      const hits: string[] = []
      await page.exposeFunction('attacked', (...said: unknown[]) => void hits.push(JSON.stringify(said)))
      page.on('dialog', dialog => {
        hits.push(dialog.message())
        void dialog.dismiss()
      })
      page.on('request', request => {
        if (request.url().includes('attacker.example')) hits.push(request.url())
      })
      await openEditor(page, plantUrl)
      const address = page.url()
      for (const [at, attack] of attacksOf(share).entries()) {
        const isPasted = isSoak || at % 2 === 1
        if (isSoak || !isPasted) expect(await harmIn(page, await write(page, attack)), attack).toEqual([])
        if (isPasted) await paste(page, attack)
        await area(page).evaluate(element => {
          for (const inner of [element, ...element.querySelectorAll('*')])
            for (const type of [
              'mouseover',
              'mouseenter',
              'focus',
              'error',
              'load',
              'toggle',
              'animationend',
              'keydown',
            ])
              inner.dispatchEvent(new Event(type, { bubbles: false }))
        })
        expect(hits, `${at}: ${attack}`).toEqual([])
      }
      expect(page.url()).toBe(address)
      quiet(noise)
    })

    test(`nothing of them runs where a text is only read, whatever a server sent (${share} of ${shares})`, async ({
      page,
      busyUrl,
      noise,
    }) => {
      const hits: string[] = []
      await page.exposeFunction('attacked', (...said: unknown[]) => void hits.push(JSON.stringify(said)))
      page.on('request', request => {
        if (request.url().includes('attacker.example')) hits.push(request.url())
      })
      await signIn(page, busyUrl, '/notify')
      const id = await page.evaluate(async () => {
        const row = { title: '只读', notifyType: 'NOTICE', targetType: 'ALL', content: '<p>召回</p>' }
        const saved = await window.lotline?.run('notify.save', { row })
        const { id: stored } = (saved as { data: { id: number } }).data
        await window.lotline?.run('notify.publish', { ids: [stored] }, { confirm: 'accept' })
        return stored
      })
      const attacks = attacksOf(share)
      const parts = Array.from({ length: pagesOfShare }, (_, at) =>
        attacks.filter((_each, index) => index % pagesOfShare === at),
      )
      for (const part of parts) {
        // As a server would answer that filters nothing.
        await page.route('**/template/edit/notify*', async route => {
          const response = await route.fetch()
          const answer = await response.json()
          answer.data.content = `<p>先</p>${part.join('')}`
          await route.fulfill({ response, json: answer })
        })
        await page.goto(`${busyUrl}/notify/${id}`)
        const view = page.locator('[data-rich-view]:visible')
        await expect(view).toContainText('先')
        await view.evaluate(element => {
          for (const inner of element.querySelectorAll('*'))
            for (const type of ['mouseover', 'mouseenter', 'focus', 'error', 'load', 'toggle'])
              inner.dispatchEvent(new Event(type))
        })
        expect(await harmIn(page, await view.innerHTML())).toEqual([])
        expect(hits).toEqual([])
        await page.unroute('**/template/edit/notify*')
      }
      quiet(noise)
    })
  }
})
