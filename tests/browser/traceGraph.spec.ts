/** Graph of a trace: walked by keys, opened by Enter, drawn with many nodes. */
import type { Page } from '@playwright/test'
import type { GraphAnswer, GraphKind } from '#contract/trace/graph.ts'
import { openTrace } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const spoken = (page: Page) => page.locator('#trace-graph-node')

/** Graph from a material's oldest lots, focused: other tests may have received newer ones. */
async function openGraph(page: Page, url: string): Promise<void> {
  await signIn(page, url)
  await expect(page.locator('[data-channel=connected]')).toBeAttached()
  await page.evaluate(async () => {
    await window.lotline?.ready()
    await window.lotline?.idle()
    const oldest = { size: 3, sort: [['id', 'asc']], where: [{ field: 'materialId', op: 'eq', value: 1 }] }
    const listed = await window.lotline?.run('stocklot.list', oldest)
    const { rows } = (listed as { data: { rows: readonly { lotNo: string }[] } }).data
    await window.lotline?.run('reviewasc.run', { lotNos: rows.map(({ lotNo }) => lotNo) })
    history.pushState(null, '', '/reviewasc')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.locator('[data-section=graph]').click()
  await page.locator('[data-graph]').focus()
}

/** Presses keys until the keyboard stands on something of this kind. */
async function walkTo(page: Page, key: string, kind: string): Promise<void> {
  for (let steps = 0; steps < 12; steps += 1) {
    const before = await spoken(page).textContent()
    if (before?.startsWith(kind)) return
    await page.keyboard.press(key)
    await expect(spoken(page)).not.toHaveText(before ?? '')
  }
  throw new Error(`${key} never led to ${kind}`)
}

test('a person walks from a lot to the dealers and back by keys, and opens a lot with Enter', async ({
  page,
  demoUrl,
}) => {
  const chunks: string[] = []
  page.on('request', request => request.url().includes('TraceGraph') && chunks.push(request.url()))
  await signIn(page, demoUrl)
  expect(chunks).toEqual([])
  await openGraph(page, demoUrl)
  await expect(spoken(page)).toContainText('原料批次')
  expect(chunks.length).toBeGreaterThan(0)
  // Nothing hidden from screen readers may be reachable by Tab.
  await expect(page.locator('[data-graph] [aria-hidden] :is(a, button, input, [tabindex="0"])')).toHaveCount(0)

  await page.keyboard.press('End')
  await walkTo(page, 'ArrowRight', '经销商')
  await expect(spoken(page)).toContainText('去向 0 条')
  await walkTo(page, 'ArrowLeft', '产品批次')
  const lot = (await spoken(page).getAttribute('data-current'))?.replace('lot:', '')

  // Goods and amounts are on the nodes, quantities on the lit edges.
  await expect(page.locator('[data-node^="lot:"]').first()).toHaveText(/…\d{4}|[\d,.]+ \S+$/)
  const quantity = page.locator('[data-edge][data-lit]').first()
  await expect(quantity).toHaveText(/^[\d,.]+( \S+)?$/)
  // Unit beside the quantity, or in the heading where the gap is narrow.
  if (/^[\d,.]+$/.test(await quantity.innerHTML())) await expect(page.locator('[data-unit]').first()).toHaveText('千克')

  await page.keyboard.press('Escape')
  await expect(page.locator('[data-section=graph]')).toBeFocused()
  await page.locator('[data-graph]').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/stocklot/${lot}$`))
})

test('quantities on edges name their units in the language of now', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await openGraph(page, demoUrl)
  const quantity = page.locator('[data-edge]', { hasText: '千克' })
  await expect(quantity.first()).toBeAttached()
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await expect(page.locator('[data-edge]', { hasText: 'kg' }).first()).toBeAttached()
  await expect(quantity).toHaveCount(0)
})

test('another size of the window keeps the current node', async ({ page, demoUrl }) => {
  await openGraph(page, demoUrl)
  await expect(spoken(page)).toContainText('原料批次')
  await walkTo(page, 'ArrowRight', '经销商')
  const walked = (await spoken(page).getAttribute('data-current')) ?? ''
  const view = page.locator('[data-graph] .react-flow__viewport')
  const before = await view.getAttribute('style')
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ ...size, width: size.width - 200 })
  await expect(view).not.toHaveAttribute('style', before ?? '')
  await expect(spoken(page)).toHaveAttribute('data-current', walked)
  await expect(page.locator(`[data-node="${walked}"]`)).toHaveAttribute('data-mark', 'current')
  await expect(page.locator(`[data-node="${walked}"]`)).toBeInViewport()
})

const columns: readonly (readonly [kind: GraphKind, count: number])[] = [
  ['SUPPLIER', 10],
  ['MATERIAL_LOT', 90],
  ['PLAN', 600],
  ['PRODUCT_LOT', 600],
  ['DEALER', 700],
]

/** 2,000 nodes and 4,000 edges, the widest graph the server draws. */
function wideGraph(): GraphAnswer {
  const nodes = columns.flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${kind}:${at}`,
      kind,
      label: `${kind}-${at}`,
      sub: '豆瓣酱',
      ref: null,
      status: at % 50 === 0 ? 'HOLD' : 'RELEASED',
    })),
  )
  const edges = columns.slice(1).flatMap(([kind, count], index) => {
    const [before, many] = columns[index] ?? columns[0] ?? ['SUPPLIER', 1]
    return Array.from({ length: kind === 'DEALER' ? 2710 : count }, (_, at) => ({
      from: `${before}:${(at * 7) % many}`,
      to: `${kind}:${at % count}`,
    }))
  })
  return { asOfSeq: 1, nodes, edges, cut: { suppliers: 0, lots: 0, plans: 0, dealers: 4000 } }
}

test('2,000 nodes are drawn, and a step in them lights what belongs to it', async ({ page, demoUrl }) => {
  const data = wideGraph()
  await page.route('**/SafetyReview/ReviewAscGraph', route => route.fulfill({ json: { status: 0, message: '', data } }))
  const answered = page.waitForResponse('**/SafetyReview/ReviewAscGraph')
  const opened = openGraph(page, demoUrl)
  await answered
  const began = performance.now()
  await expect(page.locator('[data-node]')).toHaveCount(2000)
  const painted = performance.now() - began
  await opened
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[data-node][data-mark=lit]').first()).toBeAttached()
  expect(await page.locator('[data-node][data-mark=plain]').count()).toBeGreaterThan(1000)
  process.stdout.write(`2,000 nodes and ${data.edges.length} ways: drawn ${Math.round(painted)} ms after the answer\n`)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`a usual trace is read at fit at 1366 px, no text on another (${colorScheme})`, async ({ page, demoUrl }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1366, height: 768 })
    await signIn(page, demoUrl)
    await openTrace(page, demoUrl, 'soybeans')
    await page.locator('[data-section=graph]').click()
    await expect(page.locator('[data-edge]').first()).toBeVisible()
    const { texts, canvas } = await page.evaluate(() => {
      const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport') as Element).transform)
        .a
      const within = document.querySelector('[data-graph]')?.getBoundingClientRect()
      const read = [...document.querySelectorAll('[data-node] > span, text[data-edge]')].map(element => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const size = Number.parseFloat(getComputedStyle(element).fontSize) * zoom
        return { text: element.textContent ?? '', size, left, top, right, bottom }
      })
      return { texts: read.filter(({ text }) => text !== ''), canvas: within?.toJSON() as DOMRect }
    })
    expect(texts.filter(({ size }) => size < 11)).toEqual([])
    expect(texts.filter(({ left, right }) => left < canvas.left || right > canvas.right)).toEqual([])
    const covered = texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter(
          other =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3,
        )
        .map(other => `${one.text} × ${other.text}`),
    )
    expect(covered).toEqual([])
    // The sides of the canvas are in use.
    const [left, right] = [Math.min(...texts.map(text => text.left)), Math.max(...texts.map(text => text.right))]
    expect(right - left).toBeGreaterThan(0.85 * canvas.width)
    await expect(
      page
        .locator('[data-node]')
        .filter({ hasText: /^特级生抽.*P\d{8}-\d{3}.*160 箱$/ })
        .first(),
    ).toBeVisible()
  })

for (const [width, height] of [
  [911, 512],
  [390, 844],
] as const)
  test(`a graph larger than its place opens on the asked lot at ${width} px`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, '/index')
    await openTrace(page, demoUrl, 'soybeans')
    await page.locator('[data-section=graph]:visible').click()
    const asked = page.locator('[data-node][data-root=true]').first()
    await expect(asked).toBeInViewport({ ratio: 0.99 })
    const apart = () =>
      asked.evaluate(element => {
        const { y = 0, height: tall = 0 } = element.closest('[data-graph]')?.getBoundingClientRect() ?? {}
        const box = element.getBoundingClientRect()
        return Math.abs(box.y + box.height / 2 - (y + tall / 2)) / tall
      })
    await expect.poll(apart).toBeLessThan(0.25)
  })
