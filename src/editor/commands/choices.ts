/** Choices of editor commands. */
import { codeLanguages, colours, fontFamilies } from '#contract/schema/richTextChoices.ts'
import { fontSizes, lineHeights, rowSpacings } from '#contract/schema/richTextFigures.ts'
import { text } from '../../data/language.ts'

export interface EditorChoice {
  readonly value: string | number | null
  readonly label: string
  readonly look?: { readonly fontFamily: string } | { readonly background: string }
}

export interface Choices {
  /** Grid of symbols instead of a list. */
  readonly isGrid: boolean
  readonly choices: readonly EditorChoice[]
}

const emoticons =
  '😀 😃 😄 😁 😆 😅 😂 🙂 😉 😊 😇 😍 😘 😋 😎 🤔 😐 😑 😶 🙄 😏 😣 😥 😮 😯 😪 😫 😴 😌 😒 😓 😔 😕 🙃 😲 🙁 😖 😞 😟 😤 😢 😭 😦 😧 😨 😩 😬 😰 😱 😳 😵 😡 😠 😷 👍 👎 👏 🙏 💪 👌 ✅ ❌ ⚠️ ❗'.split(
    ' ',
  )

const list = (choices: readonly EditorChoice[]): Choices => ({ isGrid: false, choices })
const standard = (): EditorChoice => ({ value: null, label: text('editor.standard') })
const coloured = (): Choices => ({
  isGrid: true,
  choices: [
    standard(),
    ...colours.map(value => ({
      value,
      label: text(`editor.colour.${value.slice(1)}`),
      look: { background: value },
    })),
  ],
})
const numbered = (values: readonly number[], unit: string): Choices =>
  list([standard(), ...values.map(value => ({ value, label: `${value}${unit}` }))])

/** Choices by command, lazily, so texts follow the language. */
export const choicesOf: Readonly<Record<string, () => Choices>> = {
  fontColour: coloured,
  backgroundColour: coloured,
  fontFamily: () =>
    list([standard(), ...fontFamilies.map(value => ({ value, label: value, look: { fontFamily: value } }))]),
  fontSize: () => numbered(fontSizes, ' px'),
  spaceBefore: () => numbered(rowSpacings, ' px'),
  spaceAfter: () => numbered(rowSpacings, ' px'),
  lineHeight: () => numbered(lineHeights, ''),
  heading: () =>
    list([
      { value: null, label: text('editor.plain') },
      ...[1, 2, 3, 4, 5, 6].map(level => ({ value: level, label: text('editor.level', { level }) })),
    ]),
  code: () =>
    list([
      { value: null, label: text('editor.plain') },
      ...Object.entries(codeLanguages).map(([value, label]) => ({ value, label })),
    ]),
  emoticon: () => ({ isGrid: true, choices: emoticons.map(value => ({ value, label: value })) }),
}
