/** Offer of the last document's contents to a new one. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { titleOfRow } from '#contract/rowTitle.ts'
import type { Result } from '../../commands/core/command.ts'
import { clock } from '../../data/clock.ts'
import { asLastTime, lastDocument, lastDocumentAtom } from '../../data/drafts/lastDocument.ts'
import { reportError } from '../../data/errors.ts'
import { text } from '../../data/language.ts'
import { isRow, type Row, type RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { keyed } from '../form/lineRows.ts'
import type { Document } from './useDocument.ts'

function useLast({ entity, id, values, isReadOnly }: Document): Row | null {
  const given = entity.asLastTime
  const isNew = typeof id === 'string' && !isReadOnly
  const value = given && isNew ? values?.[given.same] : undefined
  const [last, setLast] = useState<Row | null>(null)
  useEffect(() => {
    setLast(null)
    if (!given || typeof value !== 'number') return undefined
    const reading = new AbortController()
    lastDocument(entity, given, value, reading.signal).then(
      row => reading.signal.aborted || setLast(row),
      error => reading.signal.aborted || reportError(error, entity.name),
    )
    return () => reading.abort()
  }, [entity, given, value])
  return last
}

export function useAsLastTime(document: Document): boolean {
  const { entity, id, values, edit } = document
  const last = useLast(document)
  const given = entity.asLastTime
  const patch = given && last && values ? asLastTime(entity, given, values, last, clock()) : {}
  const title = last ? titleOfRow(entity, last, text) : ''
  const isOffered = Object.keys(patch).length > 0

  const put = (next: RowValues) => {
    const kind = Object.keys(next).some(name => name in entity.lines) ? 'rowsAdded' : 'typed'
    // The next key may enter these lines.
    flushSync(() => edit(keyed(entity, next), { kind }))
  }
  useHandlers({
    'record.asLastTime': {
      run: (args): Result => {
        if (args.id !== undefined && args.id !== id)
          return { status: 'denied', reason: 'when', message: 'reason.noLastTime' }
        if (isRow(args.values)) {
          put(args.values)
          return { status: 'ok' }
        }
        if (!isOffered) return { status: 'denied', reason: 'when', message: 'reason.noLastTime' }
        const before = Object.fromEntries(Object.keys(patch).map(name => [name, values?.[name] ?? null]))
        put(patch)
        const undo = { id: 'record.asLastTime', args: { values: before, id } }
        return { status: 'ok', message: 'result.asLastTime', values: { title }, undo }
      },
      enabled: () => given !== undefined && typeof id === 'string',
    },
  })
  useEffect(() => {
    if (!isOffered) return undefined
    const offer = { entity: entity.name, title }
    store.set(lastDocumentAtom, offer)
    return () => store.set(lastDocumentAtom, now => (now === offer ? null : now))
  }, [entity, title, isOffered])
  return isOffered
}
