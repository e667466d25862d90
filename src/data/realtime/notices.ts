/** The notices that are meant for whoever is signed in, and which of them he has read. */
import { type Atom, atom } from 'jotai'
import { ownNotices, readNotices } from '../../contract/system/session.ts'
import { call } from '../api/api.ts'
import { sessionAtom } from '../api/credentials.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

/** A notice as its reader sees it. */
export interface OwnNotice {
  readonly id: number
  readonly title: string
  readonly notifyType: string
  readonly content: string
  readonly isPinned: boolean
  readonly publishTime: string
  readonly expireTime: string | null
  readonly isRead: boolean
}

const nothing: readonly OwnNotice[] = []
const loadedAtom = atom<{ readonly of: string; readonly notices: readonly OwnNotice[] } | null>(null)

/** His notices, pinned ones first; empty while nobody is signed in. */
export const noticesAtom: Atom<readonly OwnNotice[]> = atom(get => {
  const loaded = get(loadedAtom)
  return loaded && loaded.of === get(sessionAtom)?.loginName ? loaded.notices : nothing
})

/** How many of them he has not read. */
export const unreadNoticesAtom: Atom<number> = atom(get => get(noticesAtom).filter(({ isRead }) => !isRead).length)

/** Reads them anew. A failure leaves what was known and goes into the error log. */
export async function loadNotices(): Promise<void> {
  const of = store.get(sessionAtom)?.loginName
  if (of === undefined) return
  try {
    const notices = await call<readonly OwnNotice[]>(ownNotices.path, {}, { method: 'GET' })
    store.set(loadedAtom, { of, notices })
  } catch (error) {
    reportError(error, ownNotices.path)
  }
}

/** Says that he has read these; they count as read at once, and again from what the server says. */
export async function markRead(ids: readonly number[]): Promise<void> {
  const read = new Set(ids)
  store.set(
    loadedAtom,
    loaded =>
      loaded && {
        ...loaded,
        notices: loaded.notices.map(notice => (read.has(notice.id) ? { ...notice, isRead: true } : notice)),
      },
  )
  try {
    await call(readNotices.path, { ids })
  } finally {
    await loadNotices()
  }
}
