/** Shades at the edges of a grid tell of columns beyond, by pixels. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 1366, height: 768 } })

test('a shade stands where columns lie beyond: at the right, at both sides, at the left', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/produceplan')
  const frame = page.locator('[data-grid=produceplan]:visible')
  await expect(frame.locator('[data-row-id]').first()).toBeVisible()
  /** Opacity of both shades after scrolling to a place, and the left one's distance from the frozen columns. */
  const shadesAt = (left: number) =>
    frame.evaluate(async (element, to) => {
      const scroller = element.querySelector('[role=grid]')
      if (!scroller) throw new Error('no grid')
      scroller.scrollLeft = to < 0 ? scroller.scrollWidth : to
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const [before, after] = [getComputedStyle(element, '::before'), getComputedStyle(element, '::after')]
      const frozen = [...element.querySelectorAll('[role=columnheader][data-pinned=start]')]
      const edge = Math.max(...frozen.map(title => title.getBoundingClientRect().right))
      const start = element.getBoundingClientRect().left + Number.parseFloat(before.insetInlineStart)
      return { left: Number(before.opacity), right: Number(after.opacity), apart: Math.round(start - edge) }
    }, left)
  expect(await shadesAt(0)).toEqual({ left: 0, right: 1, apart: 0 })
  const little = await shadesAt(10)
  expect(little.left).toBeCloseTo(0.5, 1)
  expect(little.right).toBe(1)
  expect(await shadesAt(200)).toEqual({ left: 1, right: 1, apart: 0 })
  expect(await shadesAt(-1)).toEqual({ left: 1, right: 0, apart: 0 })
})

test('a grid whose columns all stand in sight has no shade', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/warehouse')
  const frame = page.locator('[data-grid=warehouse]:visible')
  await expect(frame.locator('[data-row-id]').first()).toBeVisible()
  const opacities = await frame.evaluate(element =>
    ['::before', '::after'].map(shade => getComputedStyle(element, shade).opacity),
  )
  expect(opacities).toEqual(['0', '0'])
})
