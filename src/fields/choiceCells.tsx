import { shippedText } from '#contract/messages/shippedNames.ts'
import { listed } from '../data/entityNames.ts'
import { text } from '../data/language.ts'
import { labelOf } from '../data/records/labels.ts'
import styles from './Cells.module.css'
import { type CellKind, plainCell, raw } from './cell.ts'
import { codeOf, optionTitle } from './options/options.ts'
import { Tag } from './Tag.tsx'
import { isState, stateShown } from './tone.ts'

const yes = new Set(['是', 'y', 'yes', 'true', 't', '1', '✓', '√', '对', '對', 'on'])
const no = new Set(['否', 'n', 'no', 'false', 'f', '0', '×', '✗', '错', '錯', 'off'])

export const flagCell: CellKind = {
  align: 'center',
  width: 72,
  editor: 'flag',
  show: value => (
    <span className={styles.flag} data-on={value === true || undefined}>
      {value === true ? '✓' : ''}
    </span>
  ),
  parse: typed => {
    const word = plainCell(typed).toLowerCase()
    return yes.has(word) ? { value: true } : no.has(word) ? { value: false } : { fieldError: 'flag' }
  },
  toText: value => (typeof value === 'boolean' ? text(value ? 'grid.yes' : 'grid.no') : raw(value)),
  clear: false,
}

export const enumerationCell: CellKind = {
  align: 'start',
  width: 110,
  editor: 'enumeration',
  show: (value, row, field, locale) => {
    if (value === null || value === undefined || value === '') return ''
    const { title, tone } = stateShown(field, row, String(value), locale)
    return isState(field.enumeration?.name ?? '') ? <Tag tone={tone}>{title}</Tag> : title
  },
  parse: (typed, field) => {
    const code = codeOf(field.enumeration, typed)
    return code === null ? { fieldError: 'option' } : { value: code }
  },
  toText: (value, row, field, locale) => (value ? stateShown(field, row, String(value), locale).title : ''),
  clear: null,
}

const titles: CellKind['toText'] = (value, _row, field, locale) =>
  Array.isArray(value)
    ? value.map(code => optionTitle(field.enumeration, String(code), locale)).join(locale === 'en-US' ? ', ' : '、')
    : raw(value)

export const enumerationsCell: CellKind = {
  align: 'start',
  width: 160,
  editor: 'text',
  show: titles,
  parse: (typed, field) => {
    const codes = typed
      .split(/[,,、;;]+/)
      .filter(part => part.trim() !== '')
      .map(part => codeOf(field.enumeration, part))
    return codes.includes(null) ? { fieldError: 'option' } : { value: [...new Set(codes)] }
  },
  toText: titles,
  clear: [],
}

/** Reference label; without one the id, rather than nothing. */
const label: CellKind['toText'] = (value, row, field, _locale, name = '') => {
  if (value === null || value === undefined) return field.emptyText === undefined ? '' : text(field.emptyText)
  const shown = (given: unknown) => shippedText(String(field.to), raw(given), text)
  const given = row[`${name}$label`] ?? row[`${name}$labels`]
  if (Array.isArray(given)) return listed(given.map(shown))
  if (given !== null && given !== undefined && given !== '') return shown(given)
  const known = (id: unknown) => shown((field.to ? labelOf(field.to, id) : undefined) ?? id)
  return Array.isArray(value) ? listed(value.map(known)) : known(value)
}

export const referenceCell: CellKind = {
  align: 'start',
  width: 170,
  editor: 'reference',
  show: label,
  // Resolving text needs the server: see `planned` in clipboard/.
  parse: () => ({ fieldError: 'reference' }),
  toText: label,
  clear: null,
}

export const referencesCell: CellKind = { ...referenceCell, editor: 'none', width: 200, clear: [] }
