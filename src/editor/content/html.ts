/** From HTML to the nodes of the editor and back: the one way in and the one way out. */
import { DOMSerializer, Fragment, type Node, DOMParser as NodeParser, type Schema } from '@milkdown/kit/prose/model'
import { sanitisedBody } from './sanitised.ts'
import { storedStyle } from './styleValues.ts'

/** Blanks in a row are one to HTML: all but the last of them are made such that stay. */
const lasting = (text: string) => text.replace(/ (?= )/g, '\u00a0')

function keepBlanks(root: DocumentFragment): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue?.includes('  ') && !node.parentElement?.closest('pre')) node.nodeValue = lasting(node.nodeValue)
}

function written(schema: Schema, content: Fragment): string {
  // A template's content belongs to no window: nothing is loaded by writing it down.
  const template = document.createElement('template')
  template.content.append(
    DOMSerializer.fromSchema(schema).serializeFragment(content, { document: template.content.ownerDocument }),
  )
  // What is still on its way is no part of the text yet.
  for (const coming of template.content.querySelectorAll('[data-coming]')) coming.remove()
  keepBlanks(template.content)
  for (const element of template.content.querySelectorAll<HTMLElement>('[style]'))
    element.setAttribute('style', storedStyle(element))
  // As the server writes it down.
  return template.innerHTML
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/<(br|hr|img)((?:\s[\w-]+(?:="[^"]*")?)*)>/g, '<$1$2 />')
}

/** One node as HTML. */
export const htmlOfNode = (node: Node): string => written(node.type.schema, Fragment.from(node))

/** A document as HTML; an empty one as an empty text. */
export function htmlOf(doc: Node): string {
  const { firstChild, childCount } = doc
  const isEmpty = childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0
  if (isEmpty) return ''
  const html = written(doc.type.schema, doc.content)
  // Of a picture that is on its way nothing is left but its paragraph.
  return html === '<p></p>' ? '' : html
}

/** HTML as a document of this schema, without whatever may not be in one. */
export function docOf(html: string, schema: Schema): Node {
  return NodeParser.fromSchema(schema).parse(sanitisedBody(html))
}
