import { fontSizes, lineHeights, rowSpacings } from '#contract/schema/richTextFigures.ts'
import { text } from '../../data/language.ts'

export interface EditorChoice {
  readonly value: string | number | null
  readonly label: string
  readonly look?: { readonly fontFamily: string } | { readonly background: string }
}

export interface Choices {
  readonly isGrid: boolean
  readonly choices: readonly EditorChoice[]
}

/** Code languages: stored name and display name. */
export const codeLanguages = {
  actionscript3: 'ActionScript 3',
  bash: 'Bash/Shell',
  cpp: 'C/C++',
  css: 'CSS',
  coldfusion: 'ColdFusion',
  csharp: 'C#',
  delphi: 'Delphi',
  diff: 'Diff',
  erlang: 'Erlang',
  groovy: 'Groovy',
  html: 'HTML',
  java: 'Java',
  javafx: 'JavaFX',
  javascript: 'JavaScript',
  perl: 'Perl',
  php: 'PHP',
  plain: 'Plain Text',
  powershell: 'PowerShell',
  python: 'Python',
  ruby: 'Ruby',
  scala: 'Scala',
  sql: 'SQL',
  vb: 'Visual Basic',
  xml: 'XML',
} as const

/** Names as stored, without quotes. */
const fontFamilies =
  'SimSun, Microsoft YaHei, KaiTi, SimHei, LiSu, Andale Mono, Arial, Arial Black, Comic Sans MS, Impact, Times New Roman'.split(
    ', ',
  )

/** Codes without `#`, as in the keys of their names. */
const colours =
  '000000 7f7f7f c00000 ff0000 ffc000 ffff00 92d050 00b050 00b0f0 0070c0 002060 7030a0 ffffff d8d8d8 f2dcdb fde9d9 ebf1dd dbeef3 c6d9f0 e5e0ec'.split(
    ' ',
  )

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
    ...colours.map(name => ({
      value: `#${name}`,
      label: text(`editor.colour.${name}`),
      look: { background: `#${name}` },
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
