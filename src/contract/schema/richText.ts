/** Allow-list of formatted text, shared by editor and sanitizers. */

/** Own files and editor images only: reading never loads foreign servers. */
const ownFile = /^\/files\/[0-9a-f]{32}$/
const ownPicture = /^\/(files\/[0-9a-f]{32}|static\/UE\/(?!.*\.\.)[\w./-]{1,200})$/

/** Link targets: web, mail, telephone, own files, console pages. */
const link =
  /^(https?:\/\/[^\s\\]{1,2000}|mailto:[^\s\\]{1,500}|tel:[+\d\s()-]{3,40}|\/(?![/\\])[^\s\\]{0,2000}|#[\w-]{0,100})$/i

const words = /^[^<>]{0,300}$/
const pixels = /^\d{1,4}$/
const span = /^(?:[1-9]|[1-9]\d|100)$/
const one = (...values: readonly string[]): RegExp => new RegExp(`^(?:${values.join('|')})$`)

const attributes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: { href: link, title: words, target: one('_blank'), rel: words, download: words },
  img: { src: ownPicture, alt: words, title: words, width: pixels, height: pixels },
  video: { src: ownFile, poster: ownFile, width: pixels, height: pixels, controls: one('', 'controls') },
  td: { colspan: span, rowspan: span, align: one('left', 'center', 'right') },
  th: { colspan: span, rowspan: span, align: one('left', 'center', 'right'), scope: one('row', 'col') },
  col: { span, width: pixels },
  ol: { start: pixels, type: one('1', 'a', 'A', 'i', 'I') },
  li: { value: pixels, 'data-item-type': one('task'), 'data-checked': one('true', 'false') },
  pre: { 'data-language': /^[\w+#.-]{0,30}$/ },
  code: { class: /^language-[\w+#.-]{1,30}$/ },
}

const size = /^(?:\d{1,4}(?:\.\d{1,2})?(?:px|pt|em|rem|%)|auto)$/
const colour =
  /^(?:#[\da-f]{3,4}|#[\da-f]{6}|#[\da-f]{8}|[a-z]{3,22}|rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d{1,3})\s*)?\))$/i

/** Style properties with value patterns. None can overlay the page. */
const styles: Readonly<Record<string, RegExp>> = {
  color: colour,
  'background-color': colour,
  'text-align': one('left', 'center', 'right', 'justify'),
  'text-indent': /^\d{1,2}(?:\.\d)?(?:em|px)$/,
  'text-decoration': one('underline', 'line-through', 'underline line-through', 'line-through underline'),
  'font-family': /^[\w\s,'"\u4e00-\u9fff-]{1,200}$/,
  'font-size': /^(?:\d|[1-9]\d|1\d\d)(?:\.\d{1,2})?(?:px|pt)$|^(?:[0-4](?:\.\d{1,2})?)r?em$|^[1-4]?\d\d%$/,
  'line-height': /^(?:normal|[0-9](?:\.\d{1,2})?|\d{1,2}px|[1-9]\d{1,2}%)$/,
  'margin-top': /^\d{1,2}px$/,
  'margin-bottom': /^\d{1,2}px$/,
  'margin-left': /^(?:\d{1,2}em|\d{1,3}px)$/,
  width: size,
  height: size,
  'vertical-align': one('top', 'middle', 'bottom', 'baseline', 'sub', 'super'),
  'white-space': one('pre-wrap', 'nowrap'),
  'list-style-type': /^[a-z-]{3,30}$/,
}

const inline = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'code', 'span', 'br']
const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li']
const table = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']
const media = ['img', 'video']

export const richTextRules = {
  tags: [...inline, ...blocks, ...table, ...media],
  attributes,
  styles,
  styled: ['span', 'a', ...blocks.filter(tag => tag !== 'hr'), ...table, ...media],
  /** Tags removed with their content, never meant to be read. */
  swallowed: 'script style textarea option noscript title template xmp iframe object svg math'.split(' '),
  /** Security: targets get neither referrer nor window handle. */
  rel: 'noopener noreferrer nofollow',
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

const named = /\/files\/([0-9a-f]{32})(?![0-9a-f])/g

export function filesNamedIn(html: string): readonly string[] {
  return [...new Set([...html.matchAll(named)].map(found => String(found[1])))]
}
