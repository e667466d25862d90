/** Notices for the signed-in user, with read state. */
import { type Atom, atom } from 'jotai'
import { type OwnNotice, ownNotices, readNotices } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { sessionAtom } from '../api/credentials.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

export type { OwnNotice }

const nothing: readonly OwnNotice[] = []
const loadedAtom = atom<{ readonly of: string; readonly notices: readonly OwnNotice[] } | null>(null)

/** Notices, pinned first; empty while signed out. */
export const noticesAtom: Atom<readonly OwnNotice[]> = atom(get => {
  const loaded = get(loadedAtom)
  return loaded && loaded.of === get(sessionAtom)?.loginName ? loaded.notices : nothing
})

export const unreadNoticesAtom: Atom<number> = atom(get => get(noticesAtom).filter(({ isRead }) => !isRead).length)

/** Reloads notices. Failures keep the known ones and are logged. */
export async function loadNotices(): Promise<void> {
  const of = store.get(sessionAtom)?.loginName
  if (of === undefined) return
  try {
    const notices = await request(ownNotices, {})
    store.set(loadedAtom, { of, notices })
  } catch (error) {
    reportError(error, ownNotices.path)
  }
}

/** Marks notices as read, optimistically; the server's answer follows. */
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
    await request(readNotices, { ids })
  } finally {
    await loadNotices()
  }
}
