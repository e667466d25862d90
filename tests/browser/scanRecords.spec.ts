/** Scans into records that are about one lot: a batch feeding takes lot and weight, a wrong lot is refused aloud. */
import { run, scan, twoLots } from './reader.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Lot {
  readonly id: number
  readonly lotNo: string
  readonly materialId: number
  readonly materialId$label: string
  readonly onHandQty: string
}

test('a batch feeding takes lot and weight of a label; another lot or material changes nothing', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/usematerialrecord/new')
  const where = [
    { field: 'itemType', op: 'eq', value: 'MATERIAL' },
    { field: 'isUsable', op: 'eq', value: true },
  ]
  const { rows } = await run<{ rows: readonly Lot[] }>(page, 'stocklot.list', { where, size: 100 })
  const first = rows.find(({ materialId$label }) => materialId$label === '脱脂大豆')
  const other = rows.find(({ materialId }) => materialId !== first?.materialId)
  if (!first || !other) throw new Error('no lots')
  const field = (name: string) => page.locator(`[data-record]:visible [data-field="${name}"] input`).first()
  const refusal = page.locator('[data-scan-refusal]:visible')
  await expect(field('lotId')).toBeVisible()

  // The label says the lot and 12.5 kg; what was scanned wrongly is scanned over.
  await scan(page, `(10)${other.lotNo}`)
  await expect(field('lotId')).toHaveValue(other.lotNo)
  await expect(field('factAmount')).toBeFocused()
  await scan(page, `(3101)000125(10)${first.lotNo}`)
  await expect(field('lotId')).toHaveValue(first.lotNo)
  await expect(field('materialId')).toHaveValue(new RegExp(first.materialId$label))
  await expect(field('factAmount')).toHaveValue(/^12\.5/)
  await scan(page, `(10)${first.lotNo}`)
  await expect(page.locator('[data-region=notifications]')).toContainText('批次相符')
  await expect(field('factAmount')).toHaveValue(/^12\.5/)

  // Its material is chosen, its lot is not: only this material is taken.
  await page.goto(`${demoUrl}/usematerialrecord/new?materialId=${first.materialId}`)
  await expect(field('materialId')).toHaveValue(new RegExp(first.materialId$label))
  await scan(page, `(10)${other.lotNo}`)
  await expect(refusal.getByRole('alert')).toContainText(other.lotNo)
  await expect(field('lotId')).toHaveValue('')
  await refusal.locator('[data-command="scan.leave"]').click()
  await expect(refusal).toHaveCount(0)
  await scan(page, `(10)${first.lotNo}`)
  await expect(field('lotId')).toHaveValue(first.lotNo)
  await page.keyboard.press('Control+z')
})

test('a prepared lot is not scanned over, and a nonconformity takes any lot', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/unqualifiedproduct/new')
  const [early, late] = await twoLots(page)
  const lot = page.locator('[data-record]:visible [data-field="lotId"] input').first()
  await expect(lot).toBeVisible()
  await page.goto(`${demoUrl}/unqualifiedproduct/new?lotId=${early.id}`)
  await expect(lot).toHaveValue(early.lotNo)
  await scan(page, `(10)${late.lotNo}`)
  await expect(page.locator('[data-scan-refusal]:visible').getByRole('alert')).toContainText(early.lotNo)
  await expect(lot).toHaveValue(early.lotNo)
})
