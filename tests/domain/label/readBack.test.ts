/** Labels of many lots, as picture and as ZPL, read back to what was meant. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDigit } from '#contract/gs1/checkDigit.ts'
import { type Gs1Element, readElementString, writeEncoded } from '#contract/gs1/elementString.ts'
import { readGs1, readScan } from '#contract/gs1/label.ts'
import { readMeasure } from '#contract/gs1/measure.ts'
import {
  elementsOfContent,
  elementsOfEquipment,
  elementsOfGoods,
  elementsOfPlace,
  furtherOfGoods,
  own,
  serialOf,
} from '../../../server/domain/label/codes.ts'
import { compose, type LabelContent, type Press } from '../../../server/domain/label/drawing/compose.ts'
import { openPress } from '../../../server/domain/label/drawing/drawLabels.ts'
import { svgScale, writeSvg } from '../../../server/domain/label/drawing/svg.ts'
import { writeZpl } from '../../../server/domain/label/drawing/zpl.ts'
import { allowSvg, openDecoder, openPrinter } from '../../support/readCodes.ts'
import { sized } from '../../support/soak.ts'
import { standardLayouts } from '../../support/standardLayouts.ts'

/** Lots tried, of six kinds at three resolutions. */
const lots = sized(12, 1_000, 'LABELS')
const names = [
  '非转基因脱皮大豆',
  '食用盐（未加碘）',
  '酿造酱油·特级 500mL',
  'Dehulled soybeans <A&B>',
  '鱻䲜𠮷野家昆布だし',
  '焦糖色 "IV"',
]
const scales = [8, 12, 24] as const

/** Numbers from the seed: the same lots each time. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.()%+*&<>=!?:;,"\''

function lotOf(at: number) {
  const random = randomOf(at + 1)
  const whole = (below: number) => Math.floor(random() * below)
  const digits = (length: number) => Array.from({ length }, () => whole(10)).join('')
  const gtin = `0${digits(12)}`
  const anySigns = (length: number) => Array.from({ length }, () => signs[whole(signs.length)]).join('')
  const lotNo = [
    `L202611${10 + whole(20)}-${digits(4)}`,
    anySigns(20),
    digits(20),
    `批次${digits(6)}`,
    anySigns(1 + whole(20)),
    `${digits(29)}A`,
  ][at % 6] as string
  return {
    name: names[whole(names.length)] as string,
    goods: {
      gtin: at % 3 === 0 ? null : gtin + checkDigit(gtin),
      itemCode: at % 2 === 0 ? `M${digits(4)}` : `物料-${digits(3)}~%`,
      lotNo,
      expiryDate: at % 5 === 0 ? null : `20${27 + whole(9)}-0${1 + whole(9)}-${10 + whole(18)}`,
    },
  }
}

const layout = standardLayouts.MATERIAL_LOT
const valuesOf = ({ name, goods }: ReturnType<typeof lotOf>) => ({
  itemName: name,
  lotNo: goods.lotNo,
  supplierLotNo: 'DD261015',
  produceDate: '2026-10-15',
  expiryDate: goods.expiryDate ?? '',
  quantity: '99999999.9999',
  unit: 'kg',
  storageCondition: '阴凉干燥处，离墙离地',
  numberOfTotal: '999 / 1000',
})

let press: Press
let decode: Awaited<ReturnType<typeof openDecoder>>
let print: Awaited<ReturnType<typeof openPrinter>>

let blockSvg: () => void
beforeAll(async () => {
  blockSvg = allowSvg()
  press = await openPress()
  decode = await openDecoder()
  print = await openPrinter()
})
afterAll(() => blockSvg())

const pictureOf = (svg: string) =>
  sharp(Buffer.from(svg), { density: 150 }).flatten({ background: '#fff' }).png().toBuffer()

/** Codes read from one label in each form. */
async function readBoth(
  { width, height, layout: elements }: (typeof standardLayouts)[keyof typeof standardLayouts],
  content: LabelContent,
  scale: number,
) {
  const drawn = compose(elements, content, svgScale, press)
  const dots = compose(elements, content, scale, press)
  expect([drawn.faults, dots.faults], content.values.lotNo).toEqual([[], []])
  const svg = writeSvg(drawn.marks, width, height, press.typefaces)
  const zpl = writeZpl(dots.marks, { width, height, scale, copies: 1 }, press.typefaces, new Map())
  return { picture: await decode(await pictureOf(svg)), zpl: await decode(await print(zpl, width, height, scale)) }
}

describe('a label read back', () => {
  test(`of ${lots} lots is what was meant, as picture and as ZPL`, { timeout: 30 * 60_000 }, async () => {
    for (let at = 0; at < lots; at += 1) {
      const lot = lotOf(at)
      const elements = elementsOfGoods(lot.goods)
      const { picture, zpl } = await readBoth(layout, { values: valuesOf(lot), elements }, scales[at % 3] as number)
      const wanted = [{ format: 'DataMatrix', text: writeEncoded(elements) }]
      expect([picture, zpl], `${at} ${lot.goods.lotNo}`).toEqual([wanted, wanted])
      expect(readElementString(picture[0]?.text ?? '')).toEqual(elements)
      expect(readScan(`]d2${picture[0]?.text}`)).toMatchObject({
        lotNo: lot.goods.lotNo,
        ...(lot.goods.gtin ? { gtin: lot.goods.gtin } : { itemCode: lot.goods.itemCode }),
      })
    }
  })

  test.each(scales)('of a bin, a machine, a sample and a pallet at %i dots is that', async scale => {
    const sample = [
      ...elementsOfGoods({ itemCode: 'F201', lotNo: 'P20261112-002' }),
      ...own('sampleNo', 'RS20261121-0001'),
    ]
    const trials = [
      [standardLayouts.LOCATION, elementsOfPlace({ organisation: '6901234567892' }, 'A-01-02')],
      [standardLayouts.LOCATION, elementsOfPlace({}, '一号库 A-01')],
      [standardLayouts.EQUIPMENT, own('equipmentCode', 'EQ-灌装-01')],
      [standardLayouts.RETAINED_SAMPLE, sample],
      [standardLayouts.PALLET, [{ ai: '00', value: '106901234500000010' }]],
    ] as const
    for (const [standard, elements] of trials) {
      const { picture, zpl } = await readBoth(standard, { values: { code: 'A-01' }, elements }, scale)
      expect([picture, zpl].map(read => read.map(({ text }) => text))).toEqual([
        [writeEncoded(elements)],
        [writeEncoded(elements)],
      ])
    }
    expect(readScan('93%E4%B8%80%1D')).toBeNull()
    expect(readScan(`]d2${writeEncoded(elementsOfPlace({}, '一号库 A-01'))}`)).toMatchObject({
      extension: '一号库 A-01',
    })
  })

  const dated = { gtin: '06901234567892', expiryDate: '2027-10-14', produceDate: '2026-10-15', netWeight: '12.5' }
  const longest = 'L20261121-0007ABCDEF'

  test.each(scales)('of a case at %i dots says its dates, weight and the longest lot number', async scale => {
    const content = {
      values: {},
      elements: elementsOfGoods({ ...dated, itemCode: 'F201', lotNo: longest }),
      further: furtherOfGoods(dated),
    }
    const first = '01069012345678921126101517271014' + '3101000125'
    const read = await readBoth(standardLayouts.PRODUCT_CASE, content, scale)
    for (const codes of [read.picture, read.zpl]) {
      const bars = codes.filter(({ format }) => format === 'Code128').map(({ text }) => text)
      expect(bars.sort()).toEqual([first, `10${longest}`])
    }
    expect(readGs1(`]C1${first}`)).toMatchObject({ produceDate: '2026-10-15', expiryDate: '2027-10-14' })
    const weight = readElementString(first)
      ?.map(readMeasure)
      .find(measure => measure !== null)
    expect(weight).toEqual({ kind: 'weight', unit: 'kg', quantity: '12.5' })
  })

  test('has the elements that its template chooses, in the order of GS1', async () => {
    const serial = serialOf('L1', 3) as Gs1Element
    const content = {
      values: {},
      elements: elementsOfGoods({ ...dated, itemCode: '', lotNo: 'L1' }),
      further: [...furtherOfGoods(dated), serial],
    }
    const of = async (...ais: string[]) => {
      const square = { width: 50, height: 50, layout: [{ kind: 'dataMatrix', x: 5, y: 5, w: 40, h: 40, ais }] } as const
      const { picture, zpl } = await readBoth(square, content, 8)
      expect(zpl).toEqual(picture)
      return picture.map(({ text }) => text).join()
    }
    expect(await of('01', '15', '10', '21')).toBe('010690123456789215271014' + '10L1\u001d21L1.3')
    expect(await of('10', '3101', '11')).toBe('11261015310100012510L1')
    expect(serialOf(longest, 1)).toBeNull()
  })

  test.each(scales)(
    'of a pallet at %i dots says its SSCC and what stands on it; of a mixed one the SSCC',
    async scale => {
      const sscc = { ai: '00', value: '106901234500000010' }
      const further = elementsOfContent({ gtin: dated.gtin, packages: '40.00', lot: { ...dated, lotNo: longest } })
      const wanted = [`00${sscc.value}`, '02069012345678921727101437' + '40', `10${longest}`]
      const whole = await readBoth(standardLayouts.PALLET, { values: {}, elements: [sscc], further }, scale)
      for (const codes of [whole.picture, whole.zpl]) expect(codes.map(({ text }) => text).sort()).toEqual(wanted)
      const mixed = await readBoth(standardLayouts.PALLET, { values: {}, elements: [sscc] }, scale)
      for (const codes of [mixed.picture, mixed.zpl]) expect(codes.map(({ text }) => text)).toEqual([wanted[0]])
      expect(elementsOfContent({ gtin: dated.gtin, packages: '1.5' })).toEqual([])
    },
  )

  test('of a machine is an asset number where there is a prefix; of a bin its own GLN before others', async () => {
    expect(elementsOfEquipment('9521234', 'EQ-01')).toEqual([{ ai: '8004', value: '9521234EQ-01' }])
    expect(elementsOfEquipment('9521234', 'EQ-灌装')).toEqual(own('equipmentCode', 'EQ-灌装'))
    const read = await readBoth(
      standardLayouts.EQUIPMENT,
      { values: {}, elements: elementsOfEquipment('9521234', 'EQ-01') },
      8,
    )
    expect([read.picture, read.zpl].map(codes => codes[0]?.text)).toEqual(['80049521234EQ-01', '80049521234EQ-01'])
    const [one, two] = ['6901234567892', '6901234567809']
    expect(elementsOfPlace({ own: one, warehouse: two }, 'A')).toEqual([{ ai: '414', value: one }])
    expect(elementsOfPlace({ warehouse: one, organisation: two }, 'A')).toEqual([
      { ai: '414', value: one },
      { ai: '254', value: 'A' },
    ])
  })

  test('of each standard layout holds the longest lot number at 203 dpi', () => {
    for (const [purpose, { layout: elements }] of Object.entries(standardLayouts)) {
      const goods = {
        elements: elementsOfGoods({ ...dated, itemCode: '', lotNo: longest }),
        further: furtherOfGoods(dated),
      }
      const pallet = {
        elements: [{ ai: '00', value: '106901234500000010' }],
        further: elementsOfContent({ gtin: dated.gtin, packages: '40', lot: { ...dated, lotNo: longest } }),
      }
      const content = { values: {}, ...(purpose === 'PALLET' ? pallet : goods) }
      expect([purpose, compose(elements, content, 8, press).faults]).toEqual([purpose, []])
    }
  })

  test('as QR code is a Digital Link, and has none without a GTIN', async () => {
    const qr = { width: 50, height: 50, layout: [{ kind: 'qr', x: 5, y: 5, w: 40, h: 40 }] } as const
    const elements = elementsOfGoods({ gtin: '06901234567892', itemCode: '', lotNo: 'L1/2', expiryDate: '2027-10-14' })
    const link = 'https://id.gs1.org/01/06901234567892/10/L1%2F2?17=271014'
    for (const scale of scales) {
      const { picture, zpl } = await readBoth(qr, { values: {}, elements }, scale)
      expect([picture, zpl]).toEqual([[{ format: 'QRCode', text: link }], [{ format: 'QRCode', text: link }]])
    }
    const based = compose(qr.layout, { values: {}, elements, linkBase: 'https://id.example.cn/x' }, 8, press)
    expect(based.marks[0]).toMatchObject({ text: link.replace('https://id.gs1.org', 'https://id.example.cn/x') })
    const without = compose(qr.layout, { values: {}, elements: own('locationCode', 'A') }, svgScale, press)
    expect(without.faults).toEqual([{ at: 0, code: 'NO_LINK', text: '' }])
  })

  test('says what does not fit, and shrinks before', () => {
    const text = { kind: 'text', x: 0, y: 0, w: 10, h: 3, size: 3 } as const
    const faults = (content: string) =>
      compose([{ ...text, text: content }], { values: {}, elements: [] }, svgScale, press).faults
    expect([faults('批号'), faults('批号批号'), faults('批号批号批号')].map(found => found.length)).toEqual([0, 0, 1])
    const small = { kind: 'dataMatrix', x: 0, y: 0, w: 3, h: 3 } as const
    const elements = elementsOfGoods({ gtin: '06901234567892', itemCode: '', lotNo: 'L1' })
    expect(compose([small], { values: {}, elements }, 8, press).faults).toMatchObject([{ code: 'CODE_TOO_LARGE' }])
    const wrong = [{ ai: '01', value: '06901234567891' }]
    expect(compose([{ ...small, w: 30, h: 30 }], { values: {}, elements: wrong }, 8, press).faults).toMatchObject([
      { code: 'CODE_REFUSED' },
    ])
  })
})
