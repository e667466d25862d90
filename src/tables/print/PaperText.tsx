import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { Field } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowValues } from '../../data/records/row.ts'
import { cells } from '../../fields/index.ts'
import { moneyMark } from '../../fields/units.ts'
import { maxUnbroken } from '../columns/columns.ts'

/** Lots, numbers of documents, states and days, which read as one word. */
function isOneWord(name: string, { kind, to }: Field): boolean {
  const title = kind === 'reference' && to ? entityNamed(to)?.title : name
  return kind === 'date' || kind === 'instant' || kind === 'enumeration' || /No$/.test(title ?? '')
}

/** Phone numbers and the like in texts break at no hyphen. */
const unbroken = (said: string): ReactNode =>
  said.split(/([\dA-Z]+(?:-[\dA-Z]+)+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={String(at)} data-unbroken="">
        {part}
      </span>
    ),
  )

interface PaperTextProps {
  readonly of: 'td' | 'dd'
  readonly name: string
  readonly field: Field
  readonly row: RowValues
  readonly unit?: string | undefined
}

/** Value on paper, its figures grouped as on screen. */
export function PaperText({ of: Tag, name, field, row, unit }: PaperTextProps): ReactNode {
  const locale = useAtomValue(localeAtom)
  const kind = cells[field.kind]
  const shown = kind.align === 'end' || field.kind === 'text' ? kind.show(row[name], row, field, locale, name) : null
  const said = typeof shown === 'string' ? shown : kind.toText(row[name], row, field, locale, name)
  const isUnbroken = isOneWord(name, field) && said.length <= maxUnbroken
  return (
    <Tag data-align={kind.align} data-unbroken={isUnbroken || undefined} data-money={moneyMark(field, row[name])}>
      {unbroken(unit ? `${said} ${unit}` : said)}
    </Tag>
  )
}
