import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import { type Entity, isEditable, isPartlyEditable } from '#contract/schema/entity.ts'
import type { CallError } from '../../data/api/transport.ts'
import { rowArrived, rowGone } from '../../data/drafts/conflicts.ts'
import { currentErrors, isContested, isUntouched, valuesOf } from '../../data/drafts/draft.ts'
import { historyKey } from '../../data/drafts/draftHistory.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { dropUntouched, editDraft } from '../../data/drafts/drafts.ts'
import type { EditAction, EditKind } from '../../data/drafts/undoSteps.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import type { Row, RowId, RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import { withDependentValues } from '../../fields/following.ts'
import { withNarrowed } from '../../fields/narrowing.ts'
import { isNotFound } from '../../ui/NotPermitted.tsx'
import { maySave } from '../columns/columns.ts'
import { begin, draftAt } from './begin.ts'
import { complete } from './complete.ts'
import { followRecord, type Opened, openedAtom, reread } from './opened.ts'

export interface Document {
  readonly entity: Entity
  readonly id: RowId | undefined
  readonly stored: Row | null
  readonly values: RowValues | null
  readonly fieldErrors: FieldErrors
  readonly message: string
  /** Begun from another record or with values. */
  readonly isPrepared: boolean
  readonly isDirty: boolean
  readonly isReadOnly: boolean
  /** Fields editable after posting exist. */
  readonly isPartlyEditable: boolean
  /** Another user saved a newer version during editing. */
  readonly isStale: boolean
  /** Another user deleted it while it was open. */
  readonly isRemoved: boolean
  /** Conflicting fields: changed by both users. */
  readonly contested: readonly string[]
  readonly error: CallError | null
  edit(patch: RowValues, doing?: EditAction): void
}

const nothingOpen = atom<Opened>({ row: null, error: null })
const noErrors: FieldErrors = {}
const noFields: readonly string[] = []
const completing: ReadonlySet<EditKind> = new Set(['typed', 'completed', 'pasted', 'filled'])

function useAddress(path: string): string {
  const location = useAtomValue(locationAtom)
  const own = useRef(path)
  if (pathOfAddress(location) === path) own.current = location
  return own.current
}

function useStored(name: string, storedId: number | undefined, stored: Row | null, address: string): void {
  // External saves merge into the draft or raise a conflict.
  useEffect(() => {
    if (stored) rowArrived(name, stored)
  }, [name, stored])

  // Returning from another screen refreshes what was posted there.
  const isFront = pathOfAddress(useAtomValue(locationAtom)) === pathOfAddress(address)
  const wasAway = useRef(false)
  useEffect(() => {
    if (isFront && wasAway.current && storedId !== undefined) void reread(name, storedId)
    wasAway.current = !isFront
  }, [isFront, name, storedId])

  useEffect(() => (storedId === undefined ? undefined : followRecord(name, storedId)), [name, storedId])
}

export function useDocument(entity: Entity, idText: string): Document {
  const { name } = entity
  const isStored = /^[1-9]\d*$/.test(idText)
  const storedId = isStored ? Number(idText) : undefined
  const address = useAddress(`/${name}/${idText}`)
  const drafts = useAtomValue(draftsOf(name))
  const grants = useAtomValue(grantsAtom)
  const { row: stored, error } = useAtomValue(storedId === undefined ? nothingOpen : openedAtom(name, storedId))
  const draft = isStored
    ? drafts.get(Number(idText))
    : idText === 'new'
      ? draftAt(drafts.values(), address)
      : drafts.get(idText)
  const id = storedId ?? draft?.id

  useEffect(() => {
    if (storedId !== undefined) void reread(name, storedId)
    if (idText !== 'new') return undefined
    const begun = () => draftAt(store.get(draftsOf(name)).values(), address)
    if (!begun()) void begin(entity, address)
    return () => {
      const left = begun()
      if (left) dropUntouched(name, left.id)
    }
  }, [entity, name, storedId, idText, address])

  useStored(name, storedId, stored, address)

  const isRemoved = draft?.gone === true || (stored !== null && isNotFound(error))
  const isDoubtful = isRemoved && draft !== undefined && !draft.gone
  useEffect(() => {
    if (isDoubtful && storedId !== undefined) rowGone(name, storedId)
  }, [isDoubtful, name, storedId])

  const again = useRef<Document['edit']>(() => undefined)
  const edit = useCallback<Document['edit']>(
    (patch, doing) => {
      if (id === undefined) return
      const now = store.get(draftsOf(name)).get(id)
      // Upload may finish after its draft was discarded.
      if (!now && storedId === undefined) return
      const base = storedId === undefined ? null : store.get(openedAtom(name, storedId)).row
      const row = now ? valuesOf(now) : (base ?? {})
      const recording = doing && { place: historyKey(name, id), doing }
      const whole = withDependentValues(entity, row, withNarrowed(entity.fields, row, patch))
      editDraft(name, id, base, whole, recording)
      if (!doing || completing.has(doing.kind))
        void complete(entity, id, row, (more, filled) => again.current(more, filled), doing)
    },
    [entity, name, id, storedId],
  )

  again.current = edit

  const values = draft ? { ...linesIn(entity, stored), ...valuesOf(draft) } : stored
  return {
    entity,
    id,
    stored,
    values,
    fieldErrors: draft && values ? currentErrors(draft, values) : noErrors,
    message: draft?.message ?? '',
    isPrepared: address.includes('?'),
    isDirty: draft !== undefined && !isUntouched(draft),
    ...accessTo(entity, stored, maySave(grants, entity, id ?? 'new')),
    isStale: draft !== undefined && isContested(draft),
    isRemoved,
    contested: draft?.contested ?? noFields,
    error,
    edit,
  }
}

const accessTo = (entity: Entity, stored: Row | null, maySaveIt: boolean) => ({
  isReadOnly: !maySaveIt || (stored !== null && !isEditable(entity, stored)),
  isPartlyEditable: maySaveIt && stored !== null && isPartlyEditable(entity, stored),
})

function linesIn(entity: Entity, stored: Row | null) {
  if (!stored) return {}
  return Object.fromEntries(Object.keys(entity.lines).map(name => [name, stored[name]]))
}
