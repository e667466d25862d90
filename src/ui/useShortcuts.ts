import { useAtomValue } from 'jotai'
import { lastRecordsAtom } from '../data/session/lastRecords.ts'
import { menuTitle } from '../data/session/menuTitle.ts'
import { menuAtom, trailOf } from '../data/session/permittedMenu.ts'
import { favouritesAtom } from '../data/settings/favourites.ts'
import { useText } from './useText.ts'

export interface Shortcut {
  readonly path: string
  readonly entity: string
  readonly title: string
  readonly subject?: string | undefined
  /** Title of the entity beside a record's own. */
  readonly kind: string
}

/** Favourites and the records opened last, on permitted pages only. */
export function useShortcuts(): { readonly favourites: readonly Shortcut[]; readonly last: readonly Shortcut[] } {
  const text = useText()
  const favourites = useAtomValue(favouritesAtom)
  const last = useAtomValue(lastRecordsAtom)
  const menu = useAtomValue(menuAtom)
  const pageTitle = (path: string) => {
    const page = trailOf(menu, path).at(-1)
    return page ? menuTitle(page) : undefined
  }
  return {
    favourites: favourites.flatMap(({ path, title }) => {
      const [, entity = '', id] = path.split('/')
      const page = pageTitle(path)
      return page === undefined ? [] : [{ path, entity, title: id ? title : page, kind: id ? text(entity) : '' }]
    }),
    last: last
      .filter(({ entity }) => pageTitle(`/${entity}`) !== undefined)
      .map(({ id, ...record }) => ({ ...record, path: `/${record.entity}/${id}`, kind: text(record.entity) })),
  }
}
