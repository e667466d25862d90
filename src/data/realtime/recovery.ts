import { atom } from 'jotai'
import { unreachedAtom } from '../api/transport.ts'
import { store } from '../store.ts'
import { channelStateAtom } from './realtime.ts'

const isCutAtom = atom(get => get(channelStateAtom) === 'lost')

/** Runs whenever the server answers again, or the live channel is back. */
export function onRecovery(read: () => void): () => void {
  const ends = [unreachedAtom, isCutAtom].map(lost => store.sub(lost, () => store.get(lost) || read()))
  return () => {
    for (const end of ends) end()
  }
}
