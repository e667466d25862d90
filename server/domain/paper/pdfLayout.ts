/** Paper as a document definition of pdfmake. Pure. */
import type { PaperModel, PaperModelColumn, PaperSection, PaperValue } from '#contract/paper/model.ts'

const grey = '#555555'
const line = '#999999'
const mm = 72 / 25.4
/** Margins in points: left, top, right, bottom. */
const margins = [12 * mm, 12 * mm, 12 * mm, 18 * mm]
const sheet = { portrait: 595.28 - 24 * mm, landscape: 841.89 - 24 * mm }

type Part = Readonly<Record<string, unknown>>

const head = ({ company, contact, title, number }: PaperModel): Part => ({
  columns: [
    {
      width: '*',
      stack: [
        ...(company ? [{ text: company, fontSize: 11, bold: true }] : []),
        ...(contact.length > 0 ? [{ text: contact.join(' · '), fontSize: 8, color: grey, margin: [0, 0, 0, 3] }] : []),
        { text: title, fontSize: 17, bold: true },
        { text: number, fontSize: 11 },
      ],
    },
    { width: 52, qr: number, fit: 52, margin: [0, 2, 0, 0] },
  ],
  margin: [0, 0, 0, 4],
})

const rule = (width: number): Part => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1.1 }],
  margin: [0, 0, 0, 8],
})

const partner = ({ partner: to }: PaperModel): readonly Part[] =>
  to
    ? [
        {
          table: {
            widths: ['*'],
            body: [
              [
                {
                  stack: [
                    { text: to.title, fontSize: 8, color: grey },
                    { text: to.name, fontSize: 11, bold: true },
                    ...to.lines.map(text => ({ text })),
                  ],
                  margin: [4, 2, 4, 2],
                },
              ],
            ],
          },
          layout: 'framed',
          margin: [0, 0, 0, 8],
        },
      ]
    : []

/** Characters from which a value takes the whole width. */
const longText = 40

function valueGrid(values: readonly PaperValue[], places: number): readonly Part[] {
  const short = values.filter(({ text }) => text.length <= longText)
  const long = values.filter(({ text }) => text.length > longText)
  const one = ({ title, text }: PaperValue) => ({ stack: [{ text: title, fontSize: 8, color: grey }, { text }] })
  const rows = Array.from({ length: Math.ceil(short.length / places) }, (_, at) =>
    short.slice(at * places, (at + 1) * places),
  )
  return [
    ...rows.map(row => ({
      columns: Array.from({ length: places }, (_, at) => (row[at] ? one(row[at]) : { text: '' })),
      columnGap: 16,
      margin: [0, 0, 0, 5],
      unbreakable: true,
    })),
    ...long.map(value => ({ ...one(value), margin: [0, 0, 0, 5] })),
  ]
}

/** Width of a text in units of its size; Chinese letters are square. */
const measure = (text: string) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 1 : 0.57), 0)

const unbroken = (text: string) => Math.max(0, ...text.split(/[\s、]|(?<=[\u2e80-\uffef])/).map(measure))

/** Padding and rule of a cell, in points. */
const around = 6.5

/** Widths in units of the letters' size: of whole words, of whole cells. */
interface Wanted {
  readonly least: number
  readonly most: number
}

function wantedBy(columns: readonly PaperModelColumn[], rows: readonly (readonly string[])[]): readonly Wanted[] {
  return columns.map(({ title }, at) => {
    const texts = rows.map(row => row[at] ?? '')
    const isBlank = texts.every(text => text === '')
    const least = Math.max(...texts.map(unbroken), Math.min(measure(title), 4), isBlank ? 6 : 1.2)
    return {
      least,
      most: Math.max(least, ...texts.map(text => Math.min(measure(text), 16)), Math.min(measure(title), 6)),
    }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const numberWidth = (rows: number) => Math.max(measure(String(rows)), 1)

/** Sizes of a table's letters: the largest that leaves its words whole. */
const sizes = [8, 7.5, 7, 6.5, 6]

const leastWidth = (wanted: readonly Wanted[], rows: number, size: number) =>
  (sum(wanted.map(({ least }) => least)) + numberWidth(rows)) * size + (wanted.length + 1) * around + 0.5

const sizeFor = (wanted: readonly Wanted[], rows: number, all: number) =>
  sizes.find(size => leastWidth(wanted, rows, size) <= all) ?? 5.5

/** Widths within which numbers stay whole where the sheet allows. */
function widthsOf(wanted: readonly Wanted[], rows: number, size: number, all: number): readonly number[] {
  const number = numberWidth(rows) * size
  const room = all - number - (wanted.length + 1) * around - 0.5
  const [least, most] = [sum(wanted.map(each => each.least)) * size, sum(wanted.map(each => each.most)) * size]
  const share = most === least ? 0 : Math.min(Math.max((room - least) / (most - least), 0), 1)
  const chosen = wanted.map(each => (each.least + (each.most - each.least) * share) * size)
  return [number, ...chosen.map(each => (each * room) / sum(chosen))]
}

/** Smallest letters that the upright sheet is used for. */
const uprightSize = 7.5

const isWide = ({ sections }: PaperModel): boolean =>
  sections.some(
    section =>
      section.kind === 'table' &&
      leastWidth(wantedBy(section.columns, section.rows), section.rows.length, uprightSize) > sheet.portrait,
  )

function table(
  { title, columns, rows, totals = [], note }: PaperSection & { kind: 'table' },
  all: number,
): readonly Part[] {
  const heading = { text: title, fontSize: 11, bold: true, margin: [0, 10, 0, 4], headlineLevel: 1 }
  if (rows.length === 0) return note === undefined ? [] : [heading, { text: note, color: grey }]
  const wanted = wantedBy(columns, rows)
  const size = sizeFor(wanted, rows.length, all)
  const aligned = ({ isNumeric }: PaperModelColumn) => (isNumeric ? { alignment: 'right' } : {})
  const body = [
    [{ text: '#', bold: true }, ...columns.map(column => ({ text: column.title, bold: true, ...aligned(column) }))],
    ...rows.map((row, at) => [
      { text: String(at + 1), color: grey },
      ...row.map((text, place) => ({ text, ...aligned(columns[place] as PaperModelColumn) })),
    ]),
  ]
  const sums = totals.map(total => `${total.title}  ${total.text}`)
  return [
    heading,
    {
      table: { headerRows: 1, dontBreakRows: true, widths: widthsOf(wanted, rows.length, size, all), body },
      layout: 'ruled',
      fontSize: size,
    },
    ...(sums.length > 0 ? [{ text: sums.join('     '), bold: true, alignment: 'right', margin: [0, 4, 0, 0] }] : []),
  ]
}

function signatures(names: readonly string[], width: number): readonly Part[] {
  if (names.length === 0) return []
  const length = width / names.length - 14
  const place = (name: string) => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: 0.5 }] },
      { text: name, fontSize: 8, margin: [0, 3, 0, 0] },
    ],
  })
  return [
    {
      table: { widths: names.map(() => '*'), body: [names.map(place)] },
      layout: 'signing',
      margin: [0, 42, 0, 0],
      unbreakable: true,
    },
  ]
}

function section(of: PaperSection, places: number, width: number): readonly Part[] {
  if (of.kind === 'values') return valueGrid(of.values, places)
  if (of.kind === 'table') return table(of, width)
  return of.text.split(/\n{2,}/).map(text => ({ text, fontSize: 10, lineHeight: 1.25, margin: [0, 4, 0, 4] }))
}

/** Footer of each page: loose sheets must name their document, and what proves it. */
const footer =
  (model: PaperModel, words: FootWords) =>
  (page: number, pages: number): Part => ({
    margin: [12 * mm, 6, 12 * mm, 0],
    fontSize: 7,
    color: grey,
    stack: [
      {
        columns: [
          { width: '*', text: [model.company, model.title, model.number].filter(Boolean).join(' · ') },
          { width: 'auto', text: `${page} / ${pages}`, alignment: 'right', bold: true },
        ],
      },
      {
        columns: [
          { width: '*', text: model.foot },
          { width: 'auto', text: `${words.seq} ${model.seq}` },
        ],
      },
      { text: `SHA-256 ${model.hash}`, fontSize: 6.5 },
    ],
  })

export interface FootWords {
  readonly seq: string
}

export function documentOf(model: PaperModel, words: FootWords, logo: string | null): Part {
  const wide = isWide(model)
  const orientation = wide ? 'landscape' : 'portrait'
  const width = sheet[orientation]
  const places = wide ? 4 : 3
  const top = logo === null ? head(model) : withLogo(head(model), logo)
  return {
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: margins,
    info: { title: `${model.title} ${model.number}`, author: model.company, producer: 'Lotline', creator: 'Lotline' },
    language: model.locale,
    defaultStyle: { font: 'Noto', fontSize: 9, lineHeight: 1.1 },
    content: [
      top,
      rule(width),
      ...partner(model),
      ...model.sections.flatMap(each => section(each, places, width)),
      ...signatures(model.signatures, width),
    ],
    footer: footer(model, words),
  }
}

const withLogo = (of: Part, logo: string): Part => ({
  ...of,
  columns: [{ width: 60, image: logo, fit: [52, 52], margin: [0, 2, 0, 0] }, ...(of.columns as readonly Part[])],
})

/** A title alone at the foot of a page moves on with its table. */
export const breaksBefore = (node: {
  readonly headlineLevel?: number
  readonly startPosition: { readonly verticalRatio: number }
}): boolean => node.headlineLevel === 1 && node.startPosition.verticalRatio > 0.88

export const tableLayouts = {
  ruled: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => line,
    vLineColor: () => line,
    fillColor: (row: number, node: { readonly table: { readonly headerRows?: number } }) =>
      row < (node.table.headerRows ?? 0) ? '#eeeeee' : null,
    paddingLeft: () => 3,
    paddingRight: () => 3,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
  framed: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => line,
    vLineColor: () => line,
  },
  signing: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 12,
  },
}
