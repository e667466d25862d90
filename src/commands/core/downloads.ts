/** Files of commands, queued until the shell offers them. */
import { atom } from 'jotai'
import { sequence, store } from '../../data/store.ts'

export interface Download {
  readonly id: number
  readonly name: string
  readonly blob: Blob
}

export const downloadsAtom = atom<readonly Download[]>([])

const nextId = sequence()

export function offerDownload(name: string, blob: Blob): void {
  const download = { id: nextId(), name, blob }
  store.set(downloadsAtom, before => [...before, download])
}

export function takeDownload(id: number): void {
  store.set(downloadsAtom, before => before.filter(download => download.id !== id))
}
