/** Upload queue of a field, sequential to keep the chosen order. */
import { atom, type PrimitiveAtom, useAtomValueRawSync } from 'jotai'
import { useState } from 'react'
import type { StoredFile, UploadKind } from '#contract/schema/storedFile.ts'
import { untilEntered } from '../../commands/core/pendingEdit.ts'
import { messageOf } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import { reportError } from '../../data/errors.ts'
import { text } from '../../data/language.ts'
import { refusalOfFile, upload } from '../../data/records/upload.ts'
import { sequence, store, storeLocal } from '../../data/store.ts'

export interface Upload {
  readonly key: number
  readonly file: File
  /** Progress from 0 to 1; null while queued. */
  readonly part: number | null
  /** Refusal reason, localized on display. */
  readonly refusal?: () => string
  /** Permanent refusal: retrying is pointless. */
  readonly isHopeless?: boolean
}

const nextKey = sequence()

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

function refusalIn(error: unknown): () => string {
  if (!(error instanceof CallError)) {
    reportError(error, 'upload')
    return () => text('files.failed')
  }
  const { key, values } = messageOf(error)
  return () => text(key, values)
}

interface Receiver {
  readonly kind: UploadKind
  readonly isEditors?: boolean
  /** Unique field key, surviving remounts during uploads. */
  readonly place?: string | undefined
  readonly maxFiles: number
  readonly held: number
  onStored(stored: StoredFile, file: File): void
}

/** Upload queue, independent of the control, which may unmount earlier. */
interface Queue {
  /** Updates between renders must build on each other. */
  readonly uploadsAtom: PrimitiveAtom<readonly Upload[]>
  sending: { readonly key: number; readonly control: AbortController } | null
  /** Latest owner: reopened controls take over running uploads. */
  receiver: Receiver
}

const underway = storeLocal(() => new Map<string, Queue>())

function queueOf(receiver: Receiver): Queue {
  const { place } = receiver
  const begun = place === undefined ? undefined : underway().get(place)
  return begun ?? { uploadsAtom: atom<readonly Upload[]>([]), sending: null, receiver }
}

export function useUploads(receiver: Receiver) {
  const [queue] = useState(() => queueOf(receiver))
  queue.receiver = receiver
  const uploads = useAtomValueRawSync(queue.uploadsAtom, { store })
  const now = () => store.get(queue.uploadsAtom)

  const put = (next: readonly Upload[]) => {
    store.set(queue.uploadsAtom, next)
    const { place } = queue.receiver
    if (place === undefined) return
    if (next.length > 0) underway().set(place, queue)
    else underway().delete(place)
  }
  const change = (key: number, patch: Partial<Upload>) =>
    put(now().map(one => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: number) => put(now().filter(one => one.key !== key))

  const send = async ({ key, file }: Upload) => {
    const control = new AbortController()
    queue.sending = { key, control }
    change(key, { part: 0 })
    try {
      const stored = await upload(file, queue.receiver, part => change(key, { part }), control.signal)
      queue.receiver.onStored(stored, file)
      drop(key)
    } catch (error) {
      if (isAborted(error)) drop(key)
      else change(key, { part: null, refusal: refusalIn(error) })
    } finally {
      queue.sending = null
    }
  }
  const waiting = () => now().find(({ refusal }) => refusal === undefined)
  const sendAll = async () => {
    for (let next = waiting(); next; next = waiting()) await send(next)
  }
  const go = () => {
    if (!queue.sending && waiting()) void untilEntered(sendAll())
  }

  const add = (files: readonly File[]) => {
    const coming = now().filter(({ refusal }) => refusal === undefined).length
    const { kind, maxFiles, held } = queue.receiver
    let left = maxFiles - held - coming
    const added = files.map((file): Upload => {
      const entry = { key: nextKey(), file, part: null }
      const refusal = () => refusalOfFile(file, kind) ?? ''
      if (refusal()) return { ...entry, refusal, isHopeless: true }
      left -= 1
      return left < 0 ? { ...entry, refusal: () => text('files.tooMany', { most: maxFiles }) } : entry
    })
    put([...now(), ...added])
    go()
  }
  const cancel = (key: number) => {
    if (queue.sending?.key === key) queue.sending.control.abort()
    else drop(key)
  }
  const again = (key: number) => {
    put(now().map(one => (one.key === key ? { key, file: one.file, part: null } : one)))
    go()
  }
  const cancelAll = () => {
    for (const { key } of now()) cancel(key)
  }
  return { uploads, add, cancel, again, cancelAll }
}
