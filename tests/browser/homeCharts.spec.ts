/** Charts of the home page, on a canvas without style sheets. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`two series have two colours of the theme, with motion: ${reducedMotion}`, async ({ page, demoUrl }) => {
    await page.emulateMedia({ reducedMotion })
    await signIn(page, demoUrl, '/index')
    const chart = page.locator('[data-screen="/index"] canvas').first()
    await expect(chart).toBeVisible()
    const areas = () =>
      chart.evaluate((canvas: HTMLCanvasElement) => {
        // Read from a copy: browsers warn of repeated reads of one canvas.
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height })
        const drawing = copy.getContext('2d')
        drawing?.drawImage(canvas, 0, 0)
        const bytes = drawing?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        return ['--accent', '--warning'].map(name => {
          const probe = document.body.appendChild(document.createElement('span'))
          probe.style.color = `var(${name})`
          const pen = document.createElement('canvas').getContext('2d')
          if (!pen) return 0
          pen.fillStyle = getComputedStyle(probe).color
          probe.remove()
          pen.fillRect(0, 0, 1, 1)
          const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
          let found = 0
          for (let at = 0; at < bytes.length; at += 4)
            if (bytes[at] === red && bytes[at + 1] === green && bytes[at + 2] === blue) found += 1
          return found
        })
      })
    await expect.poll(async () => Math.min(...(await areas()))).toBeGreaterThan(20)
  })
