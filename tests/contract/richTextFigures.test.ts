/** Editor's figures against the specification as docs/specification.md quotes it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { maxRichTextLength, shortLinkText } from '#contract/schema/plainText.ts'
import * as figures from '#contract/schema/richTextFigures.ts'
import { codeLanguages } from '../../src/editor/commands/choices.ts'

const specification = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')

/** The numbers that stand in a place of the specification. */
function said(pattern: RegExp): readonly number[] {
  const found = pattern.exec(specification)?.slice(1)
  if (!found) throw new Error(`the specification does not say ${String(pattern)}`)
  return found.flatMap(place => place.split(/, /).map(Number))
}

test('sizes, spacings and heights are those of the specification', () => {
  expect(figures.fontSizes).toEqual(said(/font sizes ([\d, ]+);/))
  expect(figures.rowSpacings).toEqual(said(/row spacing ([\d, ]+) px;/))
  expect(figures.lineHeights).toEqual(said(/line heights ([\d., ]+);/))
  expect(Number.parseFloat(figures.indent)).toBe(said(/indent (\d)em;/)[0])
  expect(figures.indent).toMatch(/em$/)
})

test('tables, steps, blanks, videos and words have the limits of the specification', () => {
  const { columns, rows, maxColumns, maxRows } = figures.tableSize
  expect([columns, rows, maxColumns, maxRows]).toEqual(
    said(/table default (\d+) columns by (\d+) rows, maximum (\d+) columns and (\d+) rows;/),
  )
  expect([figures.undoDepth]).toEqual(said(/undo history (\d+) steps;/))
  expect([figures.tabSpaces]).toEqual(said(/tab inserts (\d+) spaces;/))
  expect([figures.videoSize.width, figures.videoSize.height]).toEqual(said(/pasted video (\d+) by (\d+);/))
  expect([figures.words.countedAfter]).toEqual(said(/word count refresh (\d+) ms;/))
  expect([figures.words.most]).toEqual(said(/maximum (\d+) words;/))
  expect(maxRichTextLength).toBe(figures.words.most)
  expect(Object.keys(codeLanguages)).toHaveLength(said(/; (\d+) code languages;/)[0] ?? 0)
})

test('times are those of the specification', () => {
  const seconds = (milliseconds: number) => milliseconds / 1000
  expect([seconds(figures.autosave.shownFor), seconds(figures.autosave.after)]).toEqual(
    said(/success message shows for (\d+) seconds after a (\d+) second delay/),
  )
  expect([figures.timeLimits.call]).toEqual(said(/ajax timeout (\d+) ms;/))
  expect([seconds(figures.timeLimits.capture)]).toEqual(said(/remote-image capture timeout (\d+) s\./))
  expect(specification).toContain(`Editor home path ${figures.editorHome}.`)
})

test('a link is shown in full up to the length the specification gives, and cut short beyond it', () => {
  const { longest, shown } = figures.linkText
  expect([longest, shown]).toEqual(said(/longer than (\d+) characters \(first (\d+) plus ellipsis\)/))
  expect(shortLinkText('a'.repeat(longest))).toBe('a'.repeat(longest))
  expect(shortLinkText('b'.repeat(longest + 1))).toBe(`${'b'.repeat(shown)}…`)
  // Characters, not halves of them.
  expect(shortLinkText('😀'.repeat(longest))).toBe('😀'.repeat(longest))
  expect(shortLinkText('😀'.repeat(longest + 1))).toBe(`${'😀'.repeat(shown)}…`)
})
