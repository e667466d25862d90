/** "New…" choice: opens the target form and selects what it saves. */
import { atom } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { hasPage } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { findCommand, isPermitted } from '../../commands/core/registry.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { labelOf } from '../../data/records/labels.ts'
import { loadLabels } from '../../data/records/options.ts'
import { closeTab, tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import type { Choice } from './options.ts'

interface Waiting {
  readonly entity: string
  readonly at: string
  readonly from: string
  put(id: number, label: string): void
}

const waitingAtom = atom<Waiting | null>(null)

const addressOf = (entity: string) => `/${entity}/new`

export function creationOf(field: Field): Choice | undefined {
  const entity = field.to === undefined ? undefined : entityNamed(field.to)
  const command = entity && findCommand(`${entity.name}.new`)
  if (!entity || !command || !hasPage(entity) || !isPermitted(command)) return undefined
  // Same-kind form already open: no second one.
  if (pathOfAddress(store.get(locationAtom)) === addressOf(entity.name)) return undefined
  return {
    value: `new ${entity.name}`,
    label: text('grid.createNew', { title: withinSentence(text(entity.name)) }),
    note: 'new',
    alone: text('grid.noneToChoose', { title: withinSentence(plural(entity.name)) }),
  }
}

export function createChoice({ to }: Field, put: Waiting['put']): void {
  if (to === undefined) return
  const at = addressOf(to)
  store.set(waitingAtom, { entity: to, at, from: store.get(locationAtom), put })
  navigate(at)
}

/** Selects a just-saved record at its origin and returns there. */
export async function chosenElsewhere(entity: string, id: number): Promise<boolean> {
  const waiting = store.get(waitingAtom)
  const here = store.get(locationAtom)
  // Saved drafts get a new address.
  if (waiting?.entity !== entity || ![pathOfAddress(waiting.at), `/${entity}/${id}`].includes(pathOfAddress(here)))
    return false
  store.set(waitingAtom, null)
  // Closed origin: the user stays at the new record.
  if (!store.get(tabsAtom).some(({ url }) => pathOfAddress(url) === pathOfAddress(waiting.from))) return false
  await loadLabels(entity, [id])
  navigate(waiting.from)
  for (const gone of [waiting.at, here]) closeTab(gone)
  waiting.put(id, labelOf(entity, id) ?? String(id))
  return true
}
