/** Walks every step of the guide in each language, and takes its pictures on the way. */
import { locales } from '#contract/messages/locales.ts'
import { expect, startServer, test } from '../browser/server.ts'
import { walkerOf } from './walker.ts'
import { administer } from './walks/administration.ts'
import { produce } from './walks/production.ts'
import { inspect, releaseProduct } from './walks/quality.ts'
import { recall } from './walks/recall.ts'
import { receive, relabel } from './walks/receiving.ts'
import { sell } from './walks/sales.ts'

for (const locale of locales)
  test(`the guide in ${locale}`, async ({ browser }) => {
    const server = await startServer('demo')
    const taken = new Set<string>()
    const goods = { wheatLot: '', productLot: '' }
    // One person after the other, each in a window of his own.
    for (const walk of [administer, receive, inspect, relabel, produce, releaseProduct, sell, recall]) {
      const page = await browser.newPage()
      await walk(await walkerOf(page, { locale, url: server.url, taken }), goods)
      await page.close()
    }
    await server.stop()
    expect(taken.size).toBe(20)
  })
