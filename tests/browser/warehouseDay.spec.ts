/** The day of the hall on a phone: labels and delivery note, the network cut while issuing and shipping. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bare, pagesOf } from '../support/pdfText.ts'
import { allowSvg, openDecoder } from '../support/readCodes.ts'
import {
  begin,
  choose,
  confirm,
  done,
  entries,
  eq,
  field,
  type Row,
  receive,
  scan,
  small,
  withHall,
  work,
} from './hall.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const hall = withHall()

const proposedLine = (page: Page) => work(page).locator('[data-work-line]').filter({ hasText: '脱脂大豆' }).first()

/** Released lot of bottles with more than this in stock. */
async function soldLot(more = 20): Promise<Row> {
  const released = [eq('itemType', 'PRODUCT'), eq('qualityStatus', 'RELEASED'), eq('isUsable', true)]
  const lot = (await hall().listed('stocklot', released)).find(
    ({ itemName, onHandQty }) => /500mL/.test(String(itemName)) && Number(onHandQty) > more,
  )
  if (!lot) throw new Error('no lot to sell')
  return lot
}

const onHand = async (id: unknown) => Number((await hall().listed('stocklot', [eq('id', id)]))[0]?.onHandQty)

/** One package of a lot to a dealer, confirmed. */
async function ship(page: Page, { lotNo }: Row): Promise<void> {
  await begin(page, 'ship')
  await choose(page, work(page), 'dealerId', '华')
  await expect(work(page).locator('[data-scan-field]')).toBeVisible()
  await scan(page, String(lotNo))
  await expect(work(page).locator('[data-work-line="0"]')).toContainText(String(lotNo))
  await choose(page, work(page), 'productSpecId', '')
  await confirm(page)
}

/** The PDF behind the button of the newest sale. */
async function deliveryNote(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const coming = page.waitForEvent('download')
  await entries(page).first().locator('[data-command="record.pdf"]').tap()
  const download = await coming
  const bytes = new Uint8Array(readFileSync(await download.path()))
  return { name: download.suggestedFilename(), text: bare((await pagesOf(bytes)).join('')) }
}

/** Codes that an independent reader finds on labels. */
async function codesOn(svgs: readonly string[]): Promise<readonly string[]> {
  const [decode, blockSvg] = [await openDecoder(), allowSvg()]
  try {
    const pictures = svgs.map(svg => sharp(Buffer.from(svg), { density: 300 }).flatten({ background: 'white' }))
    return await Promise.all(
      pictures.map(async picture => {
        const codes = await decode(await picture.png().toBuffer())
        return codes.map(({ text }) => text).join(' ')
      }),
    )
  } finally {
    blockSvg()
  }
}

test('a posted receipt has its labels and a posted sale its delivery note on the same page', async ({ page }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(10_000)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-print-asked', '')
  })
  await signIn(page, hall().url, '/warehousework')
  await receive(page, 'SB-D1', '261101', '3')
  await confirm(page)
  const receipt = await done(page)
  expect(await small(page)).toEqual([])
  await entries(page).first().locator('[data-command="materialstorein.printLabels"]').tap()
  const dialog = page.getByRole('dialog', { name: /打印.*标签/ })
  await expect(dialog.locator('[data-label-picture]')).toBeVisible()
  await expect(dialog.locator('[data-field=target] input')).toHaveValue('浏览器打印')
  await dialog.locator('[data-field=perPackage]').locator('input, button, [role=checkbox]').first().tap()
  await expect(dialog.locator('[data-label-picture]')).toBeVisible()
  const printing = page.waitForResponse('**/Label/Print')
  await dialog
    .getByRole('button', { name: /打印|确定|执行/ })
    .last()
    .tap()
  const printed = (await (await printing).json()) as {
    data: { docNo: string; labels: { svg: string }[] }
  }
  await expect(page.locator('[data-label-sheets] img')).toHaveCount(3)
  await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
  const lot = await hall().lotOf('SB-D1')
  const codes = await codesOn(printed.data.labels.map(({ svg }) => svg))
  expect(codes).toHaveLength(3)
  for (const code of codes) expect(code).toContain(`10${lot.lotNo}`)
  const [job] = await hall().listed('labelprint', [eq('docNo', printed.data.docNo)])
  expect(job).toMatchObject({ target: 'BROWSER', labelCount: 3 })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('[data-label-sheets]')).toHaveCount(0)
  expect(receipt).toMatch(/^MI/)

  // Once more by the key: the reason is asked for.
  await page.keyboard.press('Alt+t')
  await expect(dialog).toContainText('补打须写明原因')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const sold = await soldLot()
  await ship(page, sold)
  const sale = await done(page)
  expect(await small(page)).toEqual([])
  const note = await deliveryNote(page)
  expect(note.name).toBe(`随货同行单-${sale}.pdf`)
  for (const said of [sale, sold.lotNo, sold.produceDate, sold.expiryDate])
    expect(note.text).toContain(bare(String(said)))
})

/** Loses the first answer of each save of these documents; without a network none is sent. */
async function loseAnswers(page: Page, names: readonly string[]) {
  const state = { isCut: false, done: [] as string[] }
  await page.route('**/template/save/*', async route => {
    const name = route.request().url().split('/').at(-1) ?? ''
    if (state.isCut) return route.abort('internetdisconnected')
    if (!names.includes(name) || state.done.includes(name)) return route.continue()
    const answer = await route.fetch()
    expect(answer.ok()).toBe(true)
    state.done.push(name)
    return route.abort('connectionreset')
  })
  return {
    done: state.done,
    cut: async (isCut: boolean) => {
      state.isCut = isCut
      await page.context().setOffline(isCut)
    },
  }
}

test('the network is cut while issuing, counting and shipping: nothing is lost, nothing twice', async ({
  page,
  noise,
}) => {
  test.setTimeout(150_000)
  page.setDefaultTimeout(10_000)
  const [plan, sold] = [await hall().newPlan(), await soldLot()]
  const stockOfSold = await onHand(sold.id)
  await signIn(page, hall().url, '/warehousework')
  await expect(work(page)).toHaveAttribute('data-copied', 'true')
  const network = await loseAnswers(page, ['getmaterialrecord', 'stockcount', 'productsaleout'])
  const first = Number((await hall().listed('stockledger', [])).at(0)?.id ?? 0)

  // The network goes between scanning and confirming an issue.
  await begin(page, 'issue')
  await choose(page, work(page), 'producePlanId', String(plan.docNo))
  const proposed = proposedLine(page)
  await expect(proposed).toBeVisible()
  const lotNo = /L\d{8}-\d{4}/.exec(await proposed.innerText())?.[0] ?? ''
  await scan(page, lotNo)
  await expect(proposed).toHaveAttribute('data-scanned', 'true')
  const [issued] = await hall().listed('stocklot', [eq('lotNo', lotNo)])
  const stockOfIssued = await onHand(issued?.id)
  const qty = Number(await field(proposed, 'qty').inputValue())
  await network.cut(true)
  await confirm(page)
  await expect(entries(page).first()).toHaveAttribute('data-state', 'waiting')

  // Still without: a count, then a sale that was begun, scanned and confirmed here.
  await begin(page, 'count')
  await choose(page, work(page), 'warehouseId', '成品库')
  await scan(page, String(sold.lotNo))
  const counted = work(page).locator('[data-work-line="0"]')
  await expect(counted).toContainText(String(sold.lotNo))
  await field(counted, 'countedQuantity').fill(String(stockOfSold))
  await choose(page, counted, 'locationId', '成品库')
  await confirm(page)
  await ship(page, sold)
  await expect(entries(page)).toHaveCount(3)
  for (const state of await entries(page).all()) await expect(state).toHaveAttribute('data-state', 'waiting')
  expect(await onHand(issued?.id)).toBe(stockOfIssued)
  expect(await onHand(sold.id)).toBe(stockOfSold)

  // It is back: each is done, its answer lost, and repeated by its key.
  await network.cut(false)
  for (const entry of await entries(page).all())
    await expect(entry).toHaveAttribute('data-state', 'done', { timeout: 40_000 })
  expect(network.done.toSorted()).toEqual(['getmaterialrecord', 'productsaleout', 'stockcount'])
  const docNos = await Promise.all(
    (await entries(page).locator('[data-link=result]').all()).map(link => link.innerText()),
  )
  const [sale = '', count = '', issue = ''] = docNos

  // And shipping alone is cut after its first scan.
  await begin(page, 'ship')
  await choose(page, work(page), 'dealerId', '华')
  await expect(work(page).locator('[data-scan-field]')).toBeVisible()
  await scan(page, String(sold.lotNo))
  await expect(work(page).locator('[data-work-line="0"]')).toContainText(String(sold.lotNo))
  await choose(page, work(page), 'productSpecId', '')
  await network.cut(true)
  await scan(page, String(sold.lotNo))
  await expect(field(work(page).locator('[data-work-line="0"]'), 'packageQty')).toHaveValue('2')
  await confirm(page)
  await expect(entries(page).first()).toHaveAttribute('data-state', 'waiting')
  await network.cut(false)
  const second = await done(page)

  // Documents, ledger and stock agree with what was scanned, once each.
  const ofPlan = await hall().listed('getmaterialrecord', [eq('producePlanId', plan.id)])
  expect(ofPlan.map(({ docNo, status }) => [docNo, status])).toEqual([[issue, 'SUBMITTED']])
  expect(await hall().listed('stockcount', [eq('docNo', count)])).toMatchObject([{ status: 'DRAFT' }])
  const moved = (await hall().listed('stockledger', [])).filter(({ id }) => id > first)
  const perPackage = Math.abs(Number(moved.find(({ docNo }) => docNo === sale)?.quantity))
  expect(moved.map(({ docNo, lotId, quantity }) => [docNo, lotId, Math.abs(Number(quantity))]).toSorted()).toEqual(
    [
      [issue, issued?.id, qty],
      [sale, sold.id, perPackage],
      [second, sold.id, 2 * perPackage],
    ].toSorted(),
  )
  expect(await onHand(issued?.id)).toBe(stockOfIssued - qty)
  expect(await onHand(sold.id)).toBe(stockOfSold - 3 * perPackage)
  const note = await deliveryNote(page)
  for (const said of [second, sold.lotNo, sold.expiryDate]) expect(note.text).toContain(bare(String(said)))
  noise.length = 0
})
