/** Draft of a task: begun with the server's proposals, or from a refused entry. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { initial } from '#contract/schema/validate.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { clock } from '../../data/clock.ts'
import { freshDraft } from '../../data/drafts/draft.ts'
import { changeDrafts, draftsOf } from '../../data/drafts/draftStore.ts'
import { notify } from '../../data/notifications.ts'
import type { Entry } from '../../data/outbox/entries.ts'
import { readThrough } from '../../data/outbox/known.ts'
import { outboxAtom } from '../../data/outbox/outbox.ts'
import { prepareRecords } from '../../data/records/records.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { loadDependentValues, withDependentValues } from '../../fields/following.ts'
import { keyed } from '../../tables/form/lineRows.ts'
import { proposesLines } from './tasks.ts'

/** Epoch ms of the proposals, when they came from this device. */
export const READ_AT = 'readAt$'

export const workId = (entry: number | undefined): RowId => (entry === undefined ? 'new:hall' : `new:hall-${entry}`)

const put = (entity: Entity, id: RowId, values: RowValues, more: object = {}): void =>
  changeDrafts(entity.name, [[id, { ...freshDraft(entity.name, id, null, values), ...more }]])

const readingOf = (entity: Entity, given: RowValues) =>
  `prepare ${entity.name} ${JSON.stringify(Object.entries(given).filter(([each]) => !each.includes('$')))}`

/** Proposed lines belong to one plan; heads are alike for every partner. */
const generalReading = (entity: Entity) => (proposesLines(entity) ? undefined : readingOf(entity, {}))

/** Initial values of a document, with proposals of now or of the last reading. */
export async function preparedWork(entity: Entity, given: RowValues): Promise<RowValues> {
  const prepare = () => prepareRecords(entity.name, given)
  const { value, at, isStored } = await readThrough(readingOf(entity, given), prepare, generalReading(entity))
  const values = { ...initial(entity, clock()), ...value[0], ...given, [READ_AT]: isStored ? at : null }
  await loadDependentValues(entity, values)
  return keyed(entity, withDependentValues(entity, {}, values))
}

/** Begins the draft anew; keeps what a failed preparation leaves. */
export async function beginWork(entity: Entity, id: RowId, given: RowValues = {}): Promise<void> {
  let values: RowValues = { ...initial(entity, clock()), ...given }
  try {
    values = await preparedWork(entity, given)
  } catch (error) {
    notify({ kind: 'warning', text: wordsOf(error) })
  }
  put(entity, id, keyed(entity, values), { begun: values })
}

function mendWork(entity: Entity, id: RowId, { row, refusal }: Entry): void {
  const { fieldErrors = {}, message = '' } = refusal ?? {}
  put(entity, id, keyed(entity, row), { fieldErrors, message, state: 'error' })
}

/** The draft of this task; `isReady` once it is there. */
export function useWork(entity: Entity, entry: number | undefined) {
  const id = workId(entry)
  const isThere = useAtomValue(draftsOf(entity.name)).has(id)
  const entries = useAtomValue(outboxAtom)
  const mended = entries.find(({ number }) => number === entry)
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    if (isBegun || store.get(draftsOf(entity.name)).has(id)) return
    if (entry !== undefined && !mended) return
    setBegun(true)
    if (mended) mendWork(entity, id, mended)
    else void beginWork(entity, id)
  }, [entity, id, entry, mended, isBegun])
  return { id, isThere, mended }
}
