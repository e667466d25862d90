/** Record title, shared by head, tab and breadcrumb. */
import { type Atom, atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { type Entity, titleOfRow } from '#contract/schema/entity.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { intlAtom, text } from '../../data/language.ts'
import { pathOfAddress } from '../../data/location.ts'
import { atomFamily } from '../../data/memo.ts'
import type { RowValues } from '../../data/records/row.ts'
import { titleOfAudited } from '../../fields/textCells.ts'
import { openedAtom } from './opened.ts'

function audited({ fields }: Entity, row: RowValues) {
  const [name] = Object.entries(fields).find(([, { format }]) => format === 'auditRecord') ?? []
  return name ? titleOfAudited(String(row[name] ?? ''), row.entity) : ''
}

const titleAtom = atomFamily((path: string) => {
  const [, name = '', id = ''] = path.split('/')
  const entity = entityNamed(name)
  return atom(get => {
    if (!entity || !/^[1-9]\d*$/.test(id)) return undefined
    // Dependency on the session: titles never leak to the next user.
    get(sessionAtom)
    const { row } = get(openedAtom(name, Number(id)))
    // Dependency on the language: titles may be localized.
    get(intlAtom)
    return row ? [titleOfRow(entity, row, text), audited(entity, row)].filter(Boolean).join(' ') : undefined
  })
})

export const recordTitleAtom = (address: string): Atom<string | undefined> => titleAtom(pathOfAddress(address))
