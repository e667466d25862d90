/** Paste cleanup for Word and Excel: structure stays, proprietary markup goes. */
import { richTextRules } from '#contract/schema/richText.ts'
import { colourOf } from './styles.ts'

const { img, video } = richTextRules.attributes

/** External address the server may fetch; nothing loads directly from its origin. */
export function addressAbroad(source: string): string | null {
  const address = source.trim().replace(/^\/\//, 'https://')
  return /^https?:\/\/.{1,1990}$/i.test(address) ? address : null
}

/** Absolute addresses of own files become paths, as stored. */
function shortenOwn(page: Document): void {
  for (const element of page.querySelectorAll('[src], [href]'))
    for (const name of ['src', 'href']) {
      const path = (element.getAttribute(name) ?? '').replace(location.origin, '')
      if (video?.src?.test(path)) element.setAttribute(name, path)
    }
}

/** Pictures neither kept nor fetchable: local files, data URLs. */
export function lostPictures(html: string): number {
  const page = new DOMParser().parseFromString(html, 'text/html')
  shortenOwn(page)
  const sources = [...page.querySelectorAll('img')].map(picture => picture.getAttribute('src') ?? '')
  return sources.filter(source => !img?.src?.test(source) && addressAbroad(source) === null).length
}

/** Word lists are paragraphs with a level and literal bullets. */
const listLevel = /mso-list:\s*\S+\s+level(\d+)/i

const isNumbered = (marker: string) => /^\s*[(（]?(\d+|[a-zA-Z]|[ivxIVX]+|[一二三四五六七八九十]+)[.)、）]/.test(marker)

function itemOf(element: Element): { readonly level: number; readonly isNumbered: boolean } | null {
  const [, level] = listLevel.exec(element.getAttribute('style') ?? '') ?? []
  if (level === undefined) return null
  const markers = [...element.querySelectorAll<HTMLElement>('span')].filter(span =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const marker = markers.map(span => span.textContent).join('')
  for (const span of markers) span.remove()
  return { level: Number(level), isNumbered: isNumbered(marker) }
}

function makeLists(body: Element): void {
  const made = (tag: string, children: Iterable<Node> = []) => {
    const element = body.ownerDocument.createElement(tag)
    element.append(...children)
    return element
  }
  let open: Element[] = []
  for (const element of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const item = itemOf(element)
    // Other text between ends the list.
    if (!item || element.previousElementSibling !== open[0]) open = []
    if (!item) continue
    open.length = Math.min(open.length, item.level)
    while (open.length < item.level) {
      const list = made(item.isNumbered ? 'ol' : 'ul')
      const around = open.at(-1)
      if (around) (around.lastElementChild ?? around.appendChild(made('li'))).append(list)
      else element.before(list)
      open.push(list)
    }
    open.at(-1)?.append(made('li', [made('p', element.childNodes)]))
    element.remove()
  }
}

const styles =
  'color, background-color, background, font-weight, font-style, text-decoration, text-align, font-size'.split(', ')

/** Inlines supported Excel class styles into cells. */
function takeInClasses(page: Document): void {
  const css = [...page.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n')
  // Word classes are generic styles; Excel's are per cell.
  for (const [, name = '', body = ''] of css.replace(/<!--|-->/g, '').matchAll(/\.((?:xl|font)\d+)\s*\{([^}]*)\}/g)) {
    const said = body.split(';').map(each => each.split(':').map(part => part.trim().toLowerCase()))
    for (const { style } of page.querySelectorAll<HTMLElement>(`.${name}`))
      for (const [property = '', value = ''] of said)
        if (styles.includes(property) && style.getPropertyValue(property) === '' && !isDefault(property, value))
          style.setProperty(property, value)
  }
}

/** Sheet-wide defaults are no deliberate formatting. */
const isDefault = (property: string, value: string) =>
  (property === 'color' && /^(black|#000000|windowtext)$/.test(value)) ||
  /^(normal|none|general|auto)$/.test(value) ||
  property === 'font-size'

/** Cell styles move to the content, where the editor stores them. */
function settleCells(body: Element): void {
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) {
    // Numbers align right by default, as in Excel.
    const isNumber = cell.hasAttribute('x:num')
    const align = cell.style.textAlign || cell.getAttribute('align') || (isNumber ? 'right' : '')
    const colour = colourOf(cell.getAttribute('bgcolor') ?? cell.style.background)
    if (colour) cell.style.backgroundColor = colour
    if (align === '') continue
    if (!cell.querySelector(':scope > p')) {
      const line = body.ownerDocument.createElement('p')
      line.append(...cell.childNodes)
      cell.append(line)
    }
    for (const line of cell.querySelectorAll<HTMLElement>(':scope > p')) line.style.textAlign ||= align
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
  shortenOwn(page)
  if (isSlice) return page.body.innerHTML
  takeInClasses(page)
  makeLists(page.body)
  settleCells(page.body)
  return page.body.innerHTML
}
