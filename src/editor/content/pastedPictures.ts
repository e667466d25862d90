/** Pictures in pasted HTML: those of this plant stay, those of other sites leave a place until the server has fetched them. */
import { richTextRules } from '../../contract/schema/richText.ts'

/** Longest address of a picture that is asked for. */
const longestAddress = 2000

/** May the server be asked for what lies there? */
export const isAbroad = (address: string): boolean => /^https?:\/\/./i.test(address) && address.length <= longestAddress

/** Where the server may look for a picture, if it may at all: none of a text is loaded from where it lies. */
function addressAbroad(picture: Element): string | null {
  const source = (picture.getAttribute('src') ?? '').trim()
  const address = source.startsWith('//') ? `https:${source}` : source
  return isAbroad(address) ? address : null
}

/** The clipboard has whole addresses: a stored file of this plant is told by its path, as in every text. */
function shortenOwn(page: Document): void {
  for (const element of page.querySelectorAll('[src], [href]'))
    for (const name of ['src', 'href']) {
      const address = element.getAttribute(name) ?? ''
      const path = address.startsWith(location.origin) ? address.slice(location.origin.length) : ''
      if (/^\/files\/[0-9a-f]{32}$/.test(path)) element.setAttribute(name, path)
    }
}

const isOurs = (picture: Element) => richTextRules.attributes.img?.src?.test(picture.getAttribute('src') ?? '') === true

const picturesAbroad = (page: Document) => [...page.querySelectorAll('img')].filter(picture => !isOurs(picture))

/** How many pictures of pasted HTML can neither stay nor be fetched: they lie on a computer, or within the HTML. */
export function lostPictures(html: string): number {
  const page = new DOMParser().parseFromString(html, 'text/html')
  shortenOwn(page)
  return picturesAbroad(page).filter(picture => addressAbroad(picture) === null).length
}

/** What is said of a picture beside where it lies. */
const told = ['alt', 'title', 'width', 'height'] as const

/** Makes a place of each picture that the server is to fetch. */
export function keepPictures(page: Document): void {
  shortenOwn(page)
  for (const picture of picturesAbroad(page)) {
    const address = addressAbroad(picture)
    if (address === null) continue
    const place = page.createElement('span')
    place.dataset.coming = address
    for (const name of told) {
      const said = picture.getAttribute(name)
      if (said) place.setAttribute(name, said)
    }
    picture.replaceWith(place)
  }
}
