/** Record title, shared by head, tab and breadcrumb. */
import { type Atom, atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { titleOfRow } from '#contract/schema/entity.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { intlAtom, text } from '../../data/language.ts'
import { pathOfAddress } from '../../data/location.ts'
import { openedAtom } from './opened.ts'

const atoms = new Map<string, Atom<string | undefined>>()

export function recordTitleAtom(address: string): Atom<string | undefined> {
  const path = pathOfAddress(address)
  const found = atoms.get(path)
  if (found) return found
  const [, name = '', id = ''] = path.split('/')
  const entity = entityNamed(name)
  const made = atom(get => {
    if (!entity || !/^[1-9]\d*$/.test(id)) return undefined
    // Dependency on the session: titles never leak to the next user.
    get(sessionAtom)
    const { row } = get(openedAtom(name, Number(id)))
    // Dependency on the language: titles may be localized.
    get(intlAtom)
    return row ? titleOfRow(entity, row, text) : undefined
  })
  atoms.set(path, made)
  return made
}
