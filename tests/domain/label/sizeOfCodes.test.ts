/** Codes of the printer as large as those of the picture. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEncoded } from '#contract/gs1/elementString.ts'
import type { LabelElement } from '#contract/label/layout.ts'
import { elementsOfGoods } from '../../../server/domain/label/codes.ts'
import { compose, type Press } from '../../../server/domain/label/drawing/compose.ts'
import { openPress } from '../../../server/domain/label/drawing/drawLabels.ts'
import { svgScale, writeSvg } from '../../../server/domain/label/drawing/svg.ts'
import { writeZpl } from '../../../server/domain/label/drawing/zpl.ts'
import { allowSvg, openDecoder, openPrinter } from '../../support/readCodes.ts'
import { standardLayouts } from '../../support/standardLayouts.ts'

const elements = elementsOfGoods({ gtin: '06901234567892', itemCode: '', lotNo: 'L1' })
const side = { width: 100, height: 50 }
let press: Press

let blockSvg: () => void
beforeAll(async () => {
  blockSvg = allowSvg()
  press = await openPress()
})
afterAll(() => blockSvg())

/** Edges of the ink in millimetres. */
async function inkOf(png: Uint8Array) {
  const dotsPerMm = ((await sharp(png).metadata()).width ?? 0) / side.width
  const { info } = await sharp(png)
    .flatten({ background: '#fff' })
    .trim({ threshold: 40 })
    .toBuffer({ resolveWithObject: true })
  const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)]
  return [left, top, info.width, info.height].map(dots => dots / dotsPerMm)
}

async function formsOf(element: LabelElement, scale: number) {
  const content = { values: {}, elements }
  const svg = writeSvg(compose([element], content, svgScale, press).marks, side.width, side.height, press.typefaces)
  const marks = compose([element], content, scale, press).marks
  const zpl = writeZpl(marks, { ...side, scale, copies: 1 }, press.typefaces, new Map())
  const print = await openPrinter()
  const png = await sharp(Buffer.from(svg), { density: 203.2 }).png().toBuffer()
  return { picture: png, printed: await print(zpl, side.width, side.height, scale) }
}

describe.each([8, 12, 24])('at %i dots a millimetre', scale => {
  test.each([
    ['qr', { kind: 'qr', x: 5, y: 5, w: 40, h: 40 }, 'https://id.gs1.org/01/06901234567892/10/L1'],
    ['gs1128', { kind: 'gs1128', x: 0, y: 5, w: 100, h: 30 }, writeEncoded(elements)],
  ] as const)('%s has the size and place of its picture', async (_kind, element, text) => {
    const { picture, printed } = await formsOf(element, scale)
    const [seen, made] = [await inkOf(picture), await inkOf(printed)]
    // Whole dots of a module round a code down by a tenth at most.
    const [width = 0, madeWidth = 0] = [seen[2], made[2]]
    expect(madeWidth / width).toBeGreaterThan(0.8)
    expect(madeWidth / width).toBeLessThan(1.3)
    const centre = ([left = 0, , wide = 0]: readonly number[]) => left + wide / 2
    expect(Math.abs(centre(made) - centre(seen))).toBeLessThan(4)
    const decode = await openDecoder()
    expect((await decode(printed)).map(code => code.text)).toEqual([text])
  })
})

test.each([8, 12, 24])('Chinese numbers, longer in the encoder of a printer, are read at %i dots', async scale => {
  const chinese = elementsOfGoods({ itemCode: '物料-10', lotNo: '批次100010', expiryDate: '2028-03-15' })
  const { width, height, layout } = standardLayouts.MATERIAL_LOT
  const { marks } = compose(layout, { values: { itemName: 'A', lotNo: 'L1' }, elements: chinese }, scale, press)
  const [print, decode] = [await openPrinter(), await openDecoder()]
  const zpl = writeZpl(marks, { width, height, scale, copies: 1 }, press.typefaces, new Map())
  const read = await decode(await print(zpl, width, height, scale))
  expect(read.map(({ text }) => text)).toEqual([writeEncoded(chinese)])
})
