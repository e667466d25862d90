/** Choices of the rich-text editor beyond the specification's figures. */

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

/** Font families as stored, without quotes. */
export const fontFamilies = [
  'SimSun',
  'Microsoft YaHei',
  'KaiTi',
  'SimHei',
  'LiSu',
  'Andale Mono',
  'Arial',
  'Arial Black',
  'Comic Sans MS',
  'Impact',
  'Times New Roman',
] as const

/** Palette of text and background colours. */
export const colours = [
  '#000000',
  '#7f7f7f',
  '#c00000',
  '#ff0000',
  '#ffc000',
  '#ffff00',
  '#92d050',
  '#00b050',
  '#00b0f0',
  '#0070c0',
  '#002060',
  '#7030a0',
  '#ffffff',
  '#d8d8d8',
  '#f2dcdb',
  '#fde9d9',
  '#ebf1dd',
  '#dbeef3',
  '#c6d9f0',
  '#e5e0ec',
] as const
