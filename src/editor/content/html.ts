/** HTML to editor nodes and back: sole conversion point. */
import { DOMSerializer, Fragment, type Node, DOMParser as NodeParser, type Schema } from '@milkdown/kit/prose/model'
import { sanitisedBody } from './sanitised.ts'
import { storedStyle } from './styles.ts'

/** HTML collapses spaces: all but the last of a run become non-breaking. */
const lasting = (text: string) => text.replace(/ (?= )/g, '\u00a0')

function keepBlanks(root: DocumentFragment): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue?.includes('  ') && !node.parentElement?.closest('pre')) node.nodeValue = lasting(node.nodeValue)
}

function written(schema: Schema, content: Fragment): string {
  // Template content is inert: nothing loads.
  const template = document.createElement('template')
  template.content.append(
    DOMSerializer.fromSchema(schema).serializeFragment(content, { document: template.content.ownerDocument }),
  )
  // Pending placeholders are not part of the text.
  for (const coming of template.content.querySelectorAll('[data-coming]')) coming.remove()
  keepBlanks(template.content)
  for (const element of template.content.querySelectorAll<HTMLElement>('[style]'))
    element.setAttribute('style', storedStyle(element))
  // Same serialization as the server's.
  return template.innerHTML
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/<(br|hr|img)((?:\s[\w-]+(?:="[^"]*")?)*)>/g, '<$1$2 />')
}

export const htmlOfNode = (node: Node): string => written(node.type.schema, Fragment.from(node))

export function htmlOf(doc: Node): string {
  const { firstChild, childCount } = doc
  const isEmpty = childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0
  if (isEmpty) return ''
  const html = written(doc.type.schema, doc.content)
  // Pending pictures leave only their paragraph.
  return html === '<p></p>' ? '' : html
}

export function docOf(html: string, schema: Schema): Node {
  return NodeParser.fromSchema(schema).parse(sanitisedBody(html))
}
