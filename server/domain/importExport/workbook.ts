/** Streaming xlsx writer, in bounded memory. */
import { AppError } from '#contract/schema/answer.ts'
import { type ZipEntry, zipOf } from './zip.ts'

/** Serialised form cached on the cell, which rows share. */
interface AsWritten {
  xml?: string
  csv?: string
  /** Repeated cell: its text goes to the shared strings. */
  isKept?: boolean
}

/** Cell value. Dates are local time, `YYYY-MM-DD[ HH:mm:ss]`, independent of zones. */
export type SheetCell =
  | (AsWritten & { readonly type: 'text' | 'date' | 'instant'; readonly value: string })
  | (AsWritten & { readonly type: 'number'; readonly value: string | number; readonly style?: NumberStyle })
  | null

export type NumberStyle = 'whole' | 'quantity' | 'money'

export interface SheetColumn {
  readonly title: string
  /** Second heading, e.g. statutory name. */
  readonly subtitle?: string
  /** Width in characters. */
  readonly width: number
  readonly options?: readonly string[]
  readonly hint?: string
  /** Format of empty cells, to preserve typed input. */
  readonly empty?: keyof typeof styles
}

export interface SheetContent {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncIterable<readonly (readonly SheetCell[])[]> | Iterable<readonly (readonly SheetCell[])[]>
  /** Rows are requested last, since they summarise other sheets; position is unaffected. */
  readonly isLast?: boolean
}

export const headingsOf = (columns: readonly SheetColumn[]): readonly (readonly string[])[] => [
  columns.map(({ title }) => title),
  ...(columns.some(({ subtitle }) => subtitle) ? [columns.map(({ subtitle }) => subtitle ?? '')] : []),
]

/** Sheets in order of row requests. */
export const asRead = <S extends { readonly isLast?: boolean }>(sheets: readonly S[]): readonly S[] => [
  ...sheets.filter(({ isLast }) => !isLast),
  ...sheets.filter(({ isLast }) => isLast),
]

/** Indices in `styleSheet`. Text has Excel's quote prefix against formulas. */
const styles = { heading: 1, text: 2, whole: 3, quantity: 4, money: 5, date: 6, instant: 7 } as const

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const style = (format: number, more = '') =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`

const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.0000"/><numFmt numFmtId="167" formatCode="#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8">${style(0)}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>${style(49, ' quotePrefix="1"')}${style(1)}${style(166)}${style(167)}${style(164)}${style(165)}</cellXfs></styleSheet>`

/** Excel limits of a cell and a sheet. */
const maxCellLength = 32_767
const maxLines = 1_048_576
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those that XML cannot hold are taken out
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Fast path for nearly all texts; others are checked by character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold, or only in another form
const harmless = /^[^&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]*$/
const isHarmless = (text: string) => text.length <= maxCellLength && harmless.test(text)

export const cellText = (text: string) =>
  isHarmless(text) ? text : text.slice(0, maxCellLength).toWellFormed().replace(impossible, '')

const escaped = (text: string) =>
  isHarmless(text) ? text : cellText(text).replace(/[&<>"]/g, mark => marks[mark] as string)

export function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const dayZero = Date.UTC(1899, 11, 30)
/** Excel has a false leap day in 1900: earlier dates are text. */
const firstDay = '1900-03-01'

const serial = (wall: string) =>
  (Date.parse(`${wall.replace(' ', 'T')}${wall.length > 10 ? '' : 'T00:00'}Z`) - dayZero) / 86_400_000

/** Outer and repeated blanks need xml:space="preserve". */
const blankEnds = /^\s|\s$|\s\s|\n/

const textXml = (value: string) => `<t${blankEnds.test(value) ? ' xml:space="preserve"' : ''}>${escaped(value)}</t>`

const textBody = (value: string, as: number) => `s="${as}" t="inlineStr"><is>${textXml(value)}</is></c>`

type Share = (text: string) => number

function bodyOf(cell: NonNullable<SheetCell>, share: Share): string {
  if (cell.type === 'number') return `s="${styles[cell.style ?? 'whole']}"><v>${cell.value}</v></c>`
  if (cell.type !== 'text' && cell.value >= firstDay) return `s="${styles[cell.type]}"><v>${serial(cell.value)}</v></c>`
  return cell.isKept ? `s="${styles.text}" t="s"><v>${share(cell.value)}</v></c>` : textBody(cell.value, styles.text)
}

function cellXml(column: string, line: number, cell: SheetCell, share: Share): string {
  if (cell === null) return ''
  cell.xml ??= bodyOf(cell, share)
  return `<c r="${column}${line}" ${cell.xml}`
}

/** Batch size of shared strings, some milliseconds. */
const textsAtOnce = 1_000

/** Shared strings: repeated texts dominate a workbook of 100,000 rows. */
function sharedTexts(): { readonly share: Share; xml(): Generator<string> } {
  const places = new Map<string, number>()
  return {
    share(text) {
      const place = places.get(text) ?? places.size
      places.set(text, place)
      return place
    },
    *xml() {
      yield `${head}<sst xmlns="${main}">`
      const texts = [...places.keys()]
      for (let at = 0; at < texts.length; at += textsAtOnce)
        yield texts
          .slice(at, at + textsAtOnce)
          .map(text => `<si>${textXml(text)}</si>`)
          .join('')
      yield '</sst>'
    },
  }
}

async function* sheetXml({ columns, rows }: SheetContent, share: Share): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const widths = columns.map(({ width, empty }, index) => {
    const as = empty ? ` style="${styles[empty]}"` : ''
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${as}/>`
  })
  const headings = headingsOf(columns)
  const top = headings.map((titles, at) => {
    const cells = titles.map((title, index) => `<c r="${letters[index]}${at + 1}" ${textBody(title, styles.heading)}`)
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headings.length}" topLeftCell="A${headings.length + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${top.join('')}`
  let line = headings.length
  for await (const batch of rows) {
    let xml = ''
    for (const row of batch) {
      line += 1
      if (line > maxLines) throw new AppError('exportTooLarge', { most: maxLines })
      xml += `<row r="${line}">`
      for (let index = 0; index < row.length; index += 1)
        xml += cellXml(letters[index] ?? '', line, row[index] ?? null, share)
      xml += '</row>'
    }
    yield xml
  }
  yield `</sheetData><autoFilter ref="A${headings.length}:${letters.at(-1) ?? 'A'}${line}"/>${validations(columns, letters)}</worksheet>`
}

/** Excel limit in characters of an inline, comma-separated list. */
const maxListLength = 255

function validations(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const rules = columns.flatMap(({ title, options = [], hint }, index) => {
    const list = options.join(',')
    const isList = options.length > 0 && list.length <= maxListLength && !options.some(option => option.includes(','))
    if (!isList && !hint) return []
    const prompt = hint
      ? ` showInputMessage="1" promptTitle="${escaped(title.slice(0, 32))}" prompt="${escaped(hint.slice(0, 255)).replaceAll('\n', '&#10;')}"`
      : ''
    const where = `${letters[index]}2:${letters[index]}10001`
    const formula = isList ? `<formula1>"${escaped(list).replaceAll('&quot;', '&quot;&quot;')}"</formula1>` : ''
    return [
      `<dataValidation${isList ? ' type="list"' : ''} allowBlank="1"${prompt} sqref="${where}">${formula}</dataValidation>`,
    ]
  })
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
}

/** Sheet name: Excel allows 31 characters, without formula characters. */
const sheetName = (name: string) => escaped(name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31))

function frame(sheets: readonly SheetContent[]): readonly ZipEntry[] {
  const numbers = sheets.map((_, index) => index + 1)
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`
  const parts = [part('workbook', 'sheet.main'), part('styles', 'styles'), part('sharedStrings', 'sharedStrings')]
  const files: readonly (readonly [name: string, xml: string])[] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[...parts, ...numbers.map(number => part(`worksheets/sheet${number}`, 'worksheet'))].join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${sheetName(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${numbers.map(number => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}${relation(sheets.length + 2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
  ]
  return [
    ...files.map(([name, xml]) => ({ name, content: [head + xml] })),
    { name: 'xl/styles.xml', content: [styleSheet] },
  ]
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Workbook bytes, headings frozen. Rows come while packing, in bounded memory. */
export function workbookOf(sheets: readonly SheetContent[]): Promise<Buffer> {
  const texts = sharedTexts()
  const pages = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content: sheetXml(sheet, texts.share),
    isLast: sheet.isLast ?? false,
  }))
  // Shared strings are complete only after all sheets.
  return zipOf([...frame(sheets), ...asRead(pages), { name: 'xl/sharedStrings.xml', content: texts.xml() }])
}
