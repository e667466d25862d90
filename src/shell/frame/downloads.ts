import { type Download, downloadsAtom, takeDownload } from '../../commands/core/downloads.ts'
import { store } from '../../data/store.ts'

/** Delay in ms before revoking: the browser reads asynchronously. */
const reading = 60_000

function save({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), reading)
}

function hand(): void {
  for (const download of store.get(downloadsAtom)) {
    takeDownload(download.id)
    save(download)
  }
}

export function followDownloads(): () => void {
  hand()
  return store.sub(downloadsAtom, hand)
}
