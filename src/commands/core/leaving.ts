/** Unsaved changes at risk when pages close or the user signs out. */
import { entityNamed } from '#contract/index.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { type Draft, isUntouched } from '../../data/drafts/draft.ts'
import { historyKey } from '../../data/drafts/draftHistory.ts'
import { allDraftsAtom } from '../../data/drafts/draftStore.ts'
import { discardDrafts } from '../../data/drafts/drafts.ts'
import { countedName, withinSentence } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import { pathOfAddress } from '../../data/location.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import type { Question } from './command.ts'

const partsOf = (url: string) => {
  const [, entity = '', id] = pathOfAddress(url).split('/')
  return { entity, id }
}

/** Matches a draft to a page; lists own records without one. */
function isAbout(draft: Draft, url: string, open: ReadonlySet<string>): boolean {
  const { entity, id } = partsOf(url)
  if (draft.entity !== entity) return false
  if (id === 'new') return draft.patch.address$ === url
  if (id !== undefined) return String(draft.id) === id
  const own = [`/${entity}/${draft.id}`, ...(typeof draft.patch.address$ === 'string' ? [draft.patch.address$] : [])]
  return !own.some(address => open.has(pathOfAddress(address)))
}

export function unsavedOn(urls: readonly string[]): readonly Draft[] {
  const open = new Set(store.get(tabsAtom).map(({ url }) => pathOfAddress(url)))
  for (const url of urls) open.delete(pathOfAddress(url))
  const drafts = store.get(allDraftsAtom).filter(draft => !isUntouched(draft))
  return drafts.filter(draft => urls.some(url => isAbout(draft, url, open)))
}

/** Name of the only record, else the number of its kind. */
function subjectOf([first, ...others]: readonly Draft[]): Pick<Question, 'question' | 'values'> {
  const entity = first && entityNamed(first.entity)
  const count = others.length + 1
  if (!entity || others.some(draft => draft.entity !== entity.name))
    return { question: 'drafts.close', values: { count } }
  if (count > 1)
    return { question: 'drafts.closeMany', values: { count, entity: withinSentence(countedName(entity.name)) } }
  const named = text(entity.name)
  const name = first.base
    ? `${named} ${titleOfRow(entity, first.base, text)}`
    : text('command.new', { entity: withinSentence(named) })
  return { question: 'drafts.closeOne', values: { name } }
}

export function askToClose(urls: readonly string[]): Question | undefined {
  const unsaved = unsavedOn(urls)
  if (unsaved.length === 0) return undefined
  const instead = { label: text('drafts.saveAndClose'), args: { save: true } }
  return { ...subjectOf(unsaved), accept: text('drafts.discard'), instead }
}

/** Discards drafts of these pages; reopening a page can undo it. */
export function discardOn(urls: readonly string[]): void {
  for (const [entity, drafts] of Map.groupBy(unsavedOn(urls), draft => draft.entity))
    discardDrafts(
      entity,
      drafts.map(({ id }) => id),
      { place: historyKey(entity), doing: { kind: 'allReverted' } },
    )
}

export function askToSignOut(): Question | undefined {
  const count = store.get(allDraftsAtom).filter(draft => !isUntouched(draft)).length
  return count > 0 ? { question: 'drafts.signOut', values: { count } } : undefined
}
