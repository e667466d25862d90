/** Files of commands, queued until the shell offers them. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'

export interface Download {
  readonly id: number
  readonly name: string
  readonly blob: Blob
}

export const downloadsAtom = atom<readonly Download[]>([])

let last = 0

export function offerDownload(name: string, blob: Blob): void {
  last += 1
  const download = { id: last, name, blob }
  store.set(downloadsAtom, before => [...before, download])
}

export function takeDownload(id: number): void {
  store.set(downloadsAtom, before => before.filter(download => download.id !== id))
}
