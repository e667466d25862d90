/** What an open record is called: by its head, its tab and the breadcrumb alike. */
import { type Atom, atom } from 'jotai'
import { entityNamed } from '../../contract/index.ts'
import { titleOfRow } from '../../contract/schema/entity.ts'
import { intlAtom, text } from '../../data/api/messages.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { pathOf } from '../../data/session/tabs.ts'
import { openedAtom } from './opened.ts'

const atoms = new Map<string, Atom<string | undefined>>()

/** The title of the record at an address; undefined until it was read, and where there is none. */
export function recordTitleAtom(address: string): Atom<string | undefined> {
  const path = pathOf(address)
  const found = atoms.get(path)
  if (found) return found
  const [, name = '', id = ''] = path.split('/')
  const entity = entityNamed(name)
  const made = atom(get => {
    if (!entity || !/^[1-9]\d*$/.test(id)) return undefined
    // What one person read is not there for the next.
    get(sessionAtom)
    const { row } = get(openedAtom(name, Number(id)))
    // It may be said in words, which follow the language.
    get(intlAtom)
    return row ? titleOfRow(entity, row, text) : undefined
  })
  atoms.set(path, made)
  return made
}
