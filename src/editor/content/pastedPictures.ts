/** Pasted pictures: external ones become placeholders until fetched. */
import { richTextRules } from '#contract/schema/richText.ts'

/** Address length limit in characters. */
const maxAddressLength = 2000

/** External address the server may fetch. */
export const isAbroad = (address: string): boolean =>
  /^https?:\/\/./i.test(address) && address.length <= maxAddressLength

/** Fetchable address of a picture; nothing loads directly from its origin. */
function addressAbroad(picture: Element): string | null {
  const source = (picture.getAttribute('src') ?? '').trim()
  const address = source.startsWith('//') ? `https:${source}` : source
  return isAbroad(address) ? address : null
}

/** Absolute own addresses become paths, as stored. */
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

/** Pictures neither kept nor fetchable: local files, data URLs. */
export function lostPictures(html: string): number {
  const page = new DOMParser().parseFromString(html, 'text/html')
  shortenOwn(page)
  return picturesAbroad(page).filter(picture => addressAbroad(picture) === null).length
}

/** Attributes kept beside the source. */
const attributesToKeep = ['alt', 'title', 'width', 'height'] as const

export function keepPictures(page: Document): void {
  shortenOwn(page)
  for (const picture of picturesAbroad(page)) {
    const address = addressAbroad(picture)
    if (address === null) continue
    const place = page.createElement('span')
    place.dataset.coming = address
    for (const name of attributesToKeep) {
      const said = picture.getAttribute(name)
      if (said) place.setAttribute(name, said)
    }
    picture.replaceWith(place)
  }
}
