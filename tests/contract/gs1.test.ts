import { expect, test } from 'vitest'
import { readGs1, readGtin, readScan } from '#contract/gs1/label.ts'

const gtin = '06901234567892'

test('a code is understood as it is printed and as it stands in the bars', () => {
  const said = { gtin, lotNo: 'P20261112-002', expiryDate: '2027-11-12' }
  expect(readGs1(`(01)${gtin}(17)271112(10)P20261112-002`)).toEqual(said)
  expect(readGs1(`01${gtin}1727111210P20261112-002`)).toEqual(said)
  expect(readGs1(`]C101${gtin}10P20261112-002\u001d17271112`)).toEqual(said)
  expect(readGs1(`]d2\u001d01${gtin}10P20261112-002\u001d17271112`)).toEqual(said)
})

test('scanners that cannot type the separator send another sign', () => {
  expect(readGs1(`01${gtin}10L1|21A7`)).toEqual({ gtin, lotNo: 'L1', serial: 'A7' })
})

test('a day without a number is the last of its month', () => {
  expect(readGs1(`(01)${gtin}(11)260200(15)280200`)).toEqual({
    gtin,
    produceDate: '2026-02-28',
    bestBefore: '2028-02-29',
  })
})

test('weights and counts between what counts here are passed over', () => {
  expect(readGs1(`01${gtin}310300125010L7`)).toEqual({ gtin, lotNo: 'L7' })
})

test('what nobody needs is passed over to its end, however long it is and wherever it stands', () => {
  const address = 'https://example.com/a/long/address'
  expect(readGs1(`(01)${gtin}(10)L7(8200)${address}`)).toEqual({ gtin, lotNo: 'L7' })
  expect(readGs1(`]C101${gtin}8200${address}\u001d10L7`)).toEqual({ gtin, lotNo: 'L7' })
  expect(readGs1(`01${gtin}7006271112\u001d10L7`)).toEqual({ gtin, lotNo: 'L7' })
  expect(readGs1(`01${gtin}2351ABC\u001d17271112`)).toEqual({ gtin, expiryDate: '2027-11-12' })
  expect(readGs1(`01${gtin}414069012345678710L7`)).toEqual({ gtin, lotNo: 'L7' })
  expect(readGs1(`01${gtin}16270101422156\u001d10L7`)).toEqual({ gtin, lotNo: 'L7' })
})

test('a code that says nothing of the goods is none to trace by', () => {
  expect(readGs1(']C100106141411234567897')).toBeNull()
  expect(readGs1('95001~2')).toBeNull()
})

test('a lot number that was typed is no code', () => {
  for (const typed of ['L20261122-0001', '0112345', '100200300', '', 'W001', '01AB345678901234'])
    expect(readGs1(typed), typed).toBeNull()
})

test('what cannot be right is no code', () => {
  expect(readGs1('(01)06901234567893(10)L1')).toBeNull()
  expect(readGs1(`(01)${gtin}(17)271345(10)L1`)).toBeNull()
  expect(readGs1(`(01)${gtin}(10)`)).toBeNull()
  expect(readGs1(`(01)${gtin}(10)${'9'.repeat(21)}`)).toBeNull()
})

test('a separator that is missing makes the code none, rather than another lot', () => {
  expect(readGs1(`01${gtin}7003271112080010L7`)).toBeNull()
})

test('a time of production or of expiry is its day', () => {
  expect(readGs1(`01${gtin}70032711120800\u001d800826111206\u001d10L7`)).toEqual({
    gtin,
    produceDate: '2026-11-12',
    expiryDate: '2027-11-12',
    lotNo: 'L7',
  })
})

test('a pallet and a location are scanned by their own keys', () => {
  expect(readScan('00106141411234567897')).toEqual({ sscc: '106141411234567897', text: '00106141411234567897' })
  expect(readScan(']C1414952012345678825432a/b')).toMatchObject({ gln: '9520123456788', extension: '32a/b' })
  expect(readScan('https://id.gs1.org/414/9520123456788/254/32a%2Fb')).toMatchObject({ extension: '32a/b' })
})

test('a Digital Link comes with the symbology identifier of an ordinary QR Code, too', () => {
  expect(readGs1(`]Q1https://id.gs1.org/01/${gtin}/10/L1`)).toEqual({ gtin, lotNo: 'L1' })
})

test('a link whose escapes are broken is no code, and no error', () => {
  for (const broken of ['%', '%zz', 'A%'])
    expect(readGs1(`https://example.com/01/${gtin}/10/${broken}`), broken).toBeNull()
})

test('a Digital Link says the same as its elements, whatever its domain and path', () => {
  const said = { gtin, lotNo: 'P2026/7', expiryDate: '2027-11-12' }
  expect(readGs1(`https://id.gs1.org/01/${gtin}/10/P2026%2F7?17=271112&linkType=all`)).toEqual(said)
  expect(readGs1(`]Q3HTTPS://example.com/shop/01/6901234567892/10/L1`)).toEqual({ gtin, lotNo: 'L1' })
  for (const link of ['https://example.com/', 'https://example.com/01/123', `https://example.com/01/06901234567893`])
    expect(readGs1(link)).toBeNull()
})

test('barcodes of trade items are read with their check digit', () => {
  expect(readGtin('6901234567892')).toBe(gtin)
  expect(readGtin('036000291452')).toBe('00036000291452')
  expect(readGtin('96385074')).toBe('00000096385074')
  for (const wrong of ['6901234567893', '12345', '2026112112345']) expect(readGtin(wrong)).toBeNull()
})

test('a scan is a GS1 code, a barcode or a lot number of the plant, and nothing else', () => {
  expect(readScan(`]C101${gtin}10L7`)).toEqual({ gtin, lotNo: 'L7', text: `]C101${gtin}10L7` })
  expect(readScan(']E06901234567892')).toEqual({ gtin, text: `(01)${gtin}` })
  expect(readScan('L20261121-0007')).toEqual({ lotNo: 'L20261121-0007', text: 'L20261121-0007' })
  for (const other of ['2026-11-21', '13800138000', 'admin123', 'https://example.com/a/b'])
    expect(readScan(other)).toBeNull()
})
