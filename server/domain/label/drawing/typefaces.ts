/** Letters of labels: widths, and outlines for printers without Chinese. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph } from 'fontkit'

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`))

export interface Typeface {
  /** Width of a text in letter sizes. */
  widthOf(text: string): number
  glyphOf(character: string): Glyph
  readonly unitsPerEm: number
}

export interface Typefaces {
  readonly regular: Typeface
  readonly bold: Typeface
}

function typefaceOf(font: Font): Typeface {
  const glyphs = new Map<string, Glyph>()
  const glyphOf = (character: string): Glyph => {
    const known = glyphs.get(character) ?? font.glyphForCodePoint(character.codePointAt(0) ?? 32)
    glyphs.set(character, known)
    return known
  }
  const widthOf = (text: string) =>
    [...text].reduce((sum, character) => sum + glyphOf(character).advanceWidth, 0) / font.unitsPerEm
  return { glyphOf, widthOf, unitsPerEm: font.unitsPerEm }
}

/** Opened for one call: 30 MB that nobody else needs. */
export async function openTypefaces(): Promise<Typefaces> {
  const { create } = await import('fontkit')
  const open = async (name: string) => typefaceOf(create(await readFile(fileOf(name))))
  const [regular, bold] = await Promise.all([
    open('400Regular/NotoSansSC_400Regular'),
    open('700Bold/NotoSansSC_700Bold'),
  ])
  return { regular, bold }
}
