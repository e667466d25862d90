/** "New…" at the end of a list of choices: the form of the target opens, and what it saves is chosen where one came from. */
import { atom } from 'jotai'
import { findCommand, isPermitted } from '../../commands/core/registry.ts'
import { entityNamed } from '../../contract/index.ts'
import { hasPage } from '../../contract/schema/entity.ts'
import type { Field } from '../../contract/schema/field.ts'
import { text } from '../../data/api/messages.ts'
import { labelOf, loadLabels } from '../../data/records/options.ts'
import { closeTab, locationAtom, navigate, pathOf, tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import type { Choice } from './options.ts'

/** Who waits for a record that is being made. */
interface Waiting {
  readonly entity: string
  /** Where the record is entered, and where one came from. */
  readonly at: string
  readonly from: string
  put(id: number, label: string): void
}

const waitingAtom = atom<Waiting | null>(null)

const addressOf = (entity: string) => `/${entity}/new`

/** The offer to make a record that is not there yet; nothing where the person may not, or where it has no page of its own. */
export function creationOf(field: Field): Choice | undefined {
  const entity = field.to === undefined ? undefined : entityNamed(field.to)
  const command = entity && findCommand(`${entity.name}.new`)
  if (!entity || !command || !hasPage(entity) || !isPermitted(command)) return undefined
  // Where one of its kind is being made already there is no second form for it.
  if (pathOf(store.get(locationAtom)) === addressOf(entity.name)) return undefined
  return { value: `new ${entity.name}`, label: text('grid.createNew', { title: text(entity.name) }), note: 'new' }
}

/** Opens the form of what a field refers to; `put` is told the record once it is saved there. */
export function createChoice({ to }: Field, put: Waiting['put']): void {
  if (to === undefined) return
  const at = addressOf(to)
  store.set(waitingAtom, { entity: to, at, from: store.get(locationAtom), put })
  navigate(at)
}

/** Is a record of this kind that was saved just now waited for elsewhere? Then it is chosen there, and one is there again. */
export async function chosenElsewhere(entity: string, id: number): Promise<boolean> {
  const waiting = store.get(waitingAtom)
  const here = store.get(locationAtom)
  // Once stored it has an address of its own.
  if (waiting?.entity !== entity || ![pathOf(waiting.at), `/${entity}/${id}`].includes(pathOf(here))) return false
  store.set(waitingAtom, null)
  // Whoever closed what he came from stays with the new record.
  if (!store.get(tabsAtom).some(({ url }) => pathOf(url) === pathOf(waiting.from))) return false
  await loadLabels(entity, [id])
  navigate(waiting.from)
  for (const gone of [waiting.at, here]) closeTab(gone)
  waiting.put(id, labelOf(entity, id) ?? String(id))
  return true
}
