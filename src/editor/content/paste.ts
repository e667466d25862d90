/** Paste cleanup for Word and Excel: structure stays, proprietary markup goes. */
import { keepPictures } from './pastedPictures.ts'
import { colourOf } from './styles.ts'

/** Word lists are paragraphs with a level and literal bullets. */
const listLevel = /mso-list:\s*\S+\s+level(\d+)/i

const isNumbered = (marker: string) => /^\s*[(（]?(\d+|[a-zA-Z]|[ivxIVX]+|[一二三四五六七八九十]+)[.)、）]/.test(marker)

interface Item {
  readonly level: number
  readonly isNumbered: boolean
  readonly element: Element
}

function itemOf(element: Element): Item | null {
  const [, level] = listLevel.exec(element.getAttribute('style') ?? '') ?? []
  if (level === undefined) return null
  const markers = [...element.querySelectorAll<HTMLElement>('span')].filter(span =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const marker = markers.map(span => span.textContent).join('')
  for (const span of markers) span.remove()
  return { level: Number(level), isNumbered: isNumbered(marker), element }
}

function lastItem(list: Element): Element {
  return list.lastElementChild ?? list.appendChild(list.ownerDocument.createElement('li'))
}

function makeLists(body: Element): void {
  let open: Element[] = []
  for (const element of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const item = itemOf(element)
    if (!item) {
      open = []
      continue
    }
    const isNext = open[0] !== undefined && element.previousElementSibling === open[0]
    if (!isNext) open = []
    const tag = item.isNumbered ? 'ol' : 'ul'
    while (open.length > item.level) open.pop()
    while (open.length < item.level) {
      const list = body.ownerDocument.createElement(tag)
      const around = open.at(-1)
      if (around) lastItem(around).append(list)
      else element.before(list)
      open.push(list)
    }
    const line = body.ownerDocument.createElement('p')
    line.append(...element.childNodes)
    const entry = body.ownerDocument.createElement('li')
    entry.append(line)
    open.at(-1)?.append(entry)
    element.remove()
  }
}

/** Inlines supported Excel class styles into cells. */
function takeInClasses(page: Document): void {
  const wanted = [
    'color',
    'background-color',
    'background',
    'font-weight',
    'font-style',
    'text-decoration',
    'text-align',
    'font-size',
  ]
  const css = [...page.querySelectorAll('style')]
    .map(({ textContent }) => textContent)
    .join('\n')
    .replace(/<!--|-->/g, '')
  // Word classes are generic styles; Excel's are per cell.
  for (const [, name = '', body = ''] of css.matchAll(/\.((?:xl|font)\d+)\s*\{([^}]*)\}/g)) {
    const said = body.split(';').map(each => each.split(':').map(part => part.trim().toLowerCase()))
    for (const cell of page.querySelectorAll<HTMLElement>(`.${CSS.escape(name)}`))
      for (const [property = '', value = ''] of said) {
        // Sheet-wide defaults are no deliberate formatting.
        if (!wanted.includes(property) || cell.style.getPropertyValue(property) !== '' || isDefault(property, value))
          continue
        cell.style.setProperty(property, value)
      }
  }
}

const isDefault = (property: string, value: string) =>
  (property === 'color' && /^(black|#000000|windowtext)$/.test(value)) ||
  /^(normal|none|general|auto)$/.test(value) ||
  property === 'font-size'

/** Cell styles move to the content, where the editor stores them. */
function settleCells(body: Element): void {
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) {
    const align = cell.style.textAlign || cell.getAttribute('align') || ''
    const inner = cell.querySelectorAll<HTMLElement>(':scope > p')
    if (inner.length === 0 && align !== '') {
      const line = body.ownerDocument.createElement('p')
      line.append(...cell.childNodes)
      cell.append(line)
    }
    if (align !== '')
      for (const line of cell.querySelectorAll<HTMLElement>(':scope > p')) line.style.textAlign ||= align
    const colour = colourOf(cell.getAttribute('bgcolor') ?? cell.style.background)
    if (colour) cell.style.backgroundColor = colour
    // Numbers align right by default, as in Excel.
    if (align === '' && cell.hasAttribute('x:num')) cell.style.textAlign = 'right'
  }
}

/** Strips Word's conditional comments and namespaced tags. */
function withoutOffice(html: string): string {
  return html
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '')
    .replace(/<!\[(?:if|endif)[^\]]*\]>/gi, '')
    .replace(/<\/?(?:o|w|m|v|st1):[^>]*>/gi, '')
}

export function tidyPasted(html: string): string {
  // ProseMirror slices need no cleanup.
  const isSlice = html.includes('data-pm-slice')
  const page = new DOMParser().parseFromString(isSlice ? html : withoutOffice(html), 'text/html')
  keepPictures(page)
  if (isSlice) return page.body.innerHTML
  takeInClasses(page)
  makeLists(page.body)
  settleCells(page.body)
  return page.body.innerHTML
}
