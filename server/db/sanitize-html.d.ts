/** Types of the used part of sanitize-html, which ships none. */
declare module 'sanitize-html' {
  interface Frame {
    readonly tag: string
    readonly attribs: Readonly<Record<string, string>>
  }
  interface Tag {
    readonly tagName: string
    readonly attribs: Record<string, string>
  }
  interface Options {
    readonly allowedTags: readonly string[]
    readonly allowedAttributes: Readonly<Record<string, readonly string[]>>
    readonly allowedStyles: Readonly<Record<string, Readonly<Record<string, readonly RegExp[]>>>>
    readonly allowedSchemes: readonly string[]
    readonly allowProtocolRelative: boolean
    readonly allowedEmptyAttributes: readonly string[]
    readonly nonTextTags: readonly string[]
    readonly nestingLimit: number
    readonly transformTags: Readonly<Record<string, (tagName: string, attribs: Record<string, string>) => Tag>>
    readonly exclusiveFilter: (frame: Frame) => boolean
  }
  export default function sanitizeHtml(html: string, options: Options): string
}
