/** The uploads of one field, one after the other, so that its files keep the order they were chosen in. */
import { useRef, useState } from 'react'
import type { StoredFile, UploadKind } from '../../contract/schema/storedFile.ts'
import { CallError } from '../../data/api.ts'
import { reportError } from '../../data/errors.ts'
import { text } from '../../data/messages.ts'
import { refusalOfFile, upload } from '../../data/upload.ts'
import { untilEntered } from '../cells/editing.ts'

export interface Upload {
  readonly key: number
  readonly file: File
  /** How much of it has gone, from 0 to 1; null while it waits for those before it. */
  readonly part: number | null
  /** Why it was not stored, in words. */
  readonly refusal?: string
  /** No file of its kind is taken: trying again is of no use. */
  readonly isHopeless?: boolean
}

let last = 0

const isGivenUp = (error: unknown) => error instanceof Error && error.name === 'AbortError'

function wordsOf(error: unknown): string {
  if (error instanceof CallError) return error.message
  reportError(error, 'upload')
  return text('files.failed')
}

interface Receiver {
  readonly kind: UploadKind
  /** How many files the field holds at most, and how many it holds. */
  readonly most: number
  readonly held: number
  onStored(file: StoredFile): void
}

/** Uploads go on while the screen is in the back. Saving waits for them, see `flushEditing`. */
export function useUploads(receiver: Receiver) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  // Several things happen between two drawings: each builds on the one before.
  const now = useRef<readonly Upload[]>([])
  const sending = useRef<{ readonly key: number; readonly control: AbortController } | null>(null)
  const latest = useRef(receiver)
  latest.current = receiver

  const put = (next: readonly Upload[]) => {
    now.current = next
    setUploads(next)
  }
  const change = (key: number, patch: Partial<Upload>) =>
    put(now.current.map(one => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: number) => put(now.current.filter(one => one.key !== key))

  const send = async ({ key, file }: Upload) => {
    const control = new AbortController()
    sending.current = { key, control }
    change(key, { part: 0 })
    try {
      const { kind } = latest.current
      latest.current.onStored(await upload(file, kind, part => change(key, { part }), control.signal))
      drop(key)
    } catch (error) {
      if (isGivenUp(error)) drop(key)
      else change(key, { part: null, refusal: wordsOf(error) })
    } finally {
      sending.current = null
    }
  }
  const waiting = () => now.current.find(({ refusal }) => refusal === undefined)
  const sendAll = async () => {
    for (let next = waiting(); next; next = waiting()) await send(next)
  }
  const go = () => {
    if (!sending.current && waiting()) void untilEntered(sendAll())
  }

  const add = (files: readonly File[]) => {
    const coming = now.current.filter(({ refusal }) => refusal === undefined).length
    const { kind, most, held } = latest.current
    let left = most - held - coming
    const added = files.map((file): Upload => {
      last += 1
      const entry = { key: last, file, part: null }
      const refusal = refusalOfFile(file, kind)
      if (refusal) return { ...entry, refusal, isHopeless: true }
      left -= 1
      return left < 0 ? { ...entry, refusal: text('files.tooMany', { most }) } : entry
    })
    put([...now.current, ...added])
    go()
  }
  const cancel = (key: number) => {
    if (sending.current?.key === key) sending.current.control.abort()
    else drop(key)
  }
  const again = (key: number) => {
    put(now.current.map(one => (one.key === key ? { key, file: one.file, part: null } : one)))
    go()
  }
  const cancelAll = () => {
    for (const { key } of now.current) cancel(key)
  }
  return { uploads, add, cancel, again, cancelAll }
}
