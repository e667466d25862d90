/** Places beyond the tab strip: history, split, record preview. */
import { homePage } from '#contract/pages.ts'
import { locationAtom, pathOfAddress, stepPlaces } from '../../data/location.ts'
import { lastRecordsAtom } from '../../data/session/lastRecords.ts'
import { menuAtom, trailOf } from '../../data/session/permittedMenu.ts'
import { splitAtom } from '../../data/session/split.ts'
import { recentTabsAtom } from '../../data/session/tabs.ts'
import { favouritesAtom, markFavourite } from '../../data/settings/favourites.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Arguments, Command, Result } from '../core/command.ts'
import { flushEditing } from '../core/pendingEdit.ts'
import { openReference } from '../core/recordLinks.ts'
import { handlerOf } from '../core/registry.ts'

/** Splits with the last used tab, or ends the split. */
function toggleSplit({ url }: Arguments): Result {
  if (store.get(splitAtom) && url === undefined) {
    store.set(splitAtom, null)
    return { status: 'ok' }
  }
  const here = pathOfAddress(store.get(locationAtom))
  const other = typeof url === 'string' ? url : store.get(recentTabsAtom)[1]?.url
  if (other === undefined || pathOfAddress(other) === here)
    return { status: 'denied', reason: 'when', message: 'reason.noOtherTab' }
  store.set(splitAtom, { sides: [here, pathOfAddress(other)], front: 0 })
  return { status: 'ok' }
}

const hereNow = () => pathOfAddress(store.get(locationAtom))

const isFavouritePlace = (path: string) =>
  path !== homePage.url && trailOf(store.get(menuAtom), path).length > 0 && !path.includes('/new')

const openedTitle = (path: string) => {
  const record = store.get(lastRecordsAtom).find(({ entity, id }) => path === `/${entity}/${id}`)
  return record?.title ?? path.split('/')[2] ?? ''
}

/** Records are titled as they were opened; pages by the menu. */
async function toggleFavourite(args: Arguments): Promise<Result> {
  const path = typeof args.path === 'string' ? args.path : hereNow()
  const before = store.get(favouritesAtom).some(each => each.path === path)
  const isOn = typeof args.on === 'boolean' ? args.on : !before
  await markFavourite({ path, title: openedTitle(path) }, isOn)
  return {
    status: 'ok',
    data: { on: isOn },
    message: isOn ? 'favourite.on' : 'favourite.off',
    undo: { id: 'place.favourite', args: { on: before, path } },
  }
}

const toPlace =
  (by: 1 | -1): Command['run'] =>
  async () => {
    await flushEditing()
    return stepPlaces(by) ? { status: 'ok' } : { status: 'denied', reason: 'when', message: 'reason.noPlace' }
  }

// Column titles use these keys for the width.
const elsewhere = [{ focus: { not: 'grid' as const } }, { focus: 'grid' as const, gridMode: { not: 'none' as const } }]

const beside = { focus: ['page', 'grid', 'text'] } as const

export const placeCommands: readonly Command[] = [
  builtin(
    'place.back',
    'tabs',
    [
      { seq: 'alt+left', inText: true, os: 'other', when: elsewhere },
      { seq: 'mod+[', inText: true, os: 'mac' },
    ],
    { run: toPlace(-1), keywords: ['返回', '上一处', 'go back'] },
  ),
  builtin(
    'place.forward',
    'tabs',
    [
      { seq: 'alt+right', inText: true, os: 'other', when: elsewhere },
      { seq: 'mod+]', inText: true, os: 'mac' },
    ],
    { run: toPlace(1), keywords: ['前进', 'go forward'] },
  ),
  builtin('tab.split', 'tabs', [{ seq: 'alt+\\', inText: true }], {
    accepts: ['url'],
    run: async args => toggleSplit(args),
    keywords: ['分屏', '并排', '並排', '左右对照', 'side by side'],
  }),
  builtin('page.print', 'tabs', [], {
    icon: 'printer',
    when: { page: { not: ['reviewasc', 'reviewdesc'] } },
    keywords: ['打印', '列印', '纸张', 'print', 'paper', 'pdf'],
  }),
  builtin('place.favourite', 'tabs', [], {
    icon: 'star',
    accepts: ['on', 'path'],
    disabledReason: (_context, args) =>
      typeof args?.path === 'string' || isFavouritePlace(hereNow()) ? undefined : 'reason.noFavourite',
    run: toggleFavourite,
    keywords: ['收藏', '书签', '星标', '書籤', '加星', 'favorite', 'bookmark', 'star'],
  }),
  builtin('record.openReference', 'record', [{ seq: 'alt+shift+v', inText: true, when: beside }], {
    accepts: ['entity', 'id'],
    disabledReason: (_context, args) =>
      args?.id !== undefined || handlerOf('record.openReference') ? undefined : 'reason.noReference',
    run: args => openReference(args),
    keywords: ['打开引用', '跳转', '開啟參照', '跳至', 'follow link', 'go to'],
  }),
  builtin('record.preview', 'record', [
    { seq: 'alt+i', inText: true, os: 'other', when: beside },
    // Option+I is a dead key on a Mac.
    { seq: 'alt+b', inText: true, os: 'mac', when: beside },
  ]),
]
