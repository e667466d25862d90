/** Pages and records a person marked, kept on the server. */
import { type Atom, atom } from 'jotai'
import { isObject } from '#contract/schema/field.ts'
import { changeUserSetting, userSettingAtom } from './userSettings.ts'

export interface Favourite {
  readonly path: string
  /** Title of a record; pages are titled by the menu. */
  readonly title: string
}

const setting = 'favourites'
const maxFavourites = 30

const isFavourite = (value: unknown): value is Favourite =>
  isObject(value) && typeof value.path === 'string' && value.path.startsWith('/') && typeof value.title === 'string'

function favouritesIn(value: unknown): readonly Favourite[] {
  const pages = isObject(value) && value.v === 1 ? value.pages : []
  return Array.isArray(pages) ? pages.filter(isFavourite) : []
}

export const favouritesAtom: Atom<readonly Favourite[]> = atom(get => favouritesIn(get(userSettingAtom(setting))))

/** @throws CallError when not saved */
export function markFavourite({ path, title }: Favourite, isMarked: boolean): Promise<void> {
  return changeUserSetting(setting, before => {
    const others = favouritesIn(before).filter(each => each.path !== path)
    return { v: 1, pages: isMarked ? [...others, { path, title }].slice(-maxFavourites) : others }
  })
}
