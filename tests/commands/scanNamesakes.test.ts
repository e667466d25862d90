/** Scans of a lot number that several goods have: the code says which. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { matchScan } from '../../src/commands/scan/lookUp.ts'
import { withHeadless } from '../support/headless.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { type Namesakes, namesakesOf } from '../support/namesakes.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
withHeadless(at)
const lab = laboratoryOf(at)
const { signal } = new AbortController()
let { product, byproduct } = {} as Namesakes
let supplied: Lot

beforeAll(async () => {
  ;({ product, byproduct } = await namesakesOf(at))
  supplied = await lab.received('M001', '10', { supplierLotNo: '0815' })
  await at.rows(
    sql<Values>`update materialspec set barcode = '6901234567892' where id = ${spec('M002-1')} returning id`,
  )
})

const spec = (code: string) => at.day.id('materialspec', code)
const lotsOf = async (code: string) => (await matchScan(code, signal))?.lots.map(({ id }) => id)

test('our label without a GTIN names the item', async () => {
  expect(await lotsOf(`(10)${product.lotNo}(91)NS1`)).toEqual([product.id])
  expect(await lotsOf(`(10)${product.lotNo}(91)NS2`)).toEqual([byproduct.id])
  expect(await lotsOf(`(10)${product.lotNo}`)).toHaveLength(2)
})

test('a trace from our label begins at that item', async () => {
  const ask = (gs1: string) => at.server.call('POST', 'SafetyReview/ReviewDesc', { gs1 }, at.token)
  const { data } = await ask(`(10)${product.lotNo}(91)NS2`)
  expect(data.sections.reviewproduct.rows.map((row: Values) => row.lotId)).toEqual([byproduct.id])
  expect(await ask(`(10)${product.lotNo}(91)NS9`)).toMatchObject({ data: { lotNo: product.lotNo } })
})

test('a supplier’s number under the GTIN of other goods, or of none, is no lot of ours', async () => {
  expect(await lotsOf('(10)0815')).toEqual([supplied.id])
  expect(await lotsOf('(01)06901234567892(10)0815')).toEqual([])
  expect(await lotsOf('(01)09501101530003(10)0815')).toEqual([])
})
