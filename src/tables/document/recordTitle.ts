/** Record title, shared by head, tab and breadcrumb. */
import { type Atom, atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { intlAtom } from '../../data/language.ts'
import { pathOfAddress } from '../../data/location.ts'
import { atomFamily } from '../../data/memo.ts'
import { titleInWords } from '../../fields/textCells.ts'
import { openedAtom } from './opened.ts'

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
    return row ? titleInWords(entity, row) : undefined
  })
})

export const recordTitleAtom = (address: string): Atom<string | undefined> => titleAtom(pathOfAddress(address))
