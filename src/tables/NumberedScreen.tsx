import { useEffect, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { navigate } from '../data/location.ts'
import { onRecovery } from '../data/realtime/recovery.ts'
import { listRecords } from '../data/records/records.ts'
import type { Row } from '../data/records/row.ts'
import { closeTab } from '../data/session/tabs.ts'
import { Absent } from '../ui/NotPermitted.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useHandlers } from '../ui/useHandlers.ts'
import { useText } from '../ui/useText.ts'
import { FailureNotice } from './document/FailureNotice.tsx'

interface Numbered {
  readonly entity: string
  readonly number: string
}

async function findNumbered({ entity, number }: Numbered, signal: AbortSignal): Promise<Row | undefined> {
  const fields = Object.entries(entityNamed(entity)?.fields ?? {})
  const [field = ''] = fields.find(([, { numbered }]) => numbered !== undefined) ?? []
  const where = [{ field, op: 'eq', value: number }] as const
  return (await listRecords(entity, { page: 1, size: 1, where }, signal)).rows[0]
}

/** Record addressed by its number: its page takes the place of this one. */
export default function NumberedScreen({ entity, number }: Numbered) {
  const text = useText()
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>()
  const [attempt, setAttempt] = useState(0)
  useHandlers({ 'list.refresh': { run: () => setAttempt(before => before + 1) } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt reads again
  useEffect(() => {
    const reading = new AbortController()
    const open = (row: Row | undefined) => {
      if (reading.signal.aborted) return
      if (!row) return setFailure(null)
      navigate(`/${entity}/${row.id}`, { replace: true })
      closeTab(`/${entity}/${number}`)
    }
    const fail = (error: unknown) => reading.signal.aborted || setFailure({ error })
    setFailure(undefined)
    findNumbered({ entity, number }, reading.signal).then(open).catch(fail)
    return () => reading.abort()
  }, [entity, number, attempt])
  useEffect(() => onRecovery(() => setAttempt(before => before + 1)), [])
  if (failure === null)
    return <Absent words={text('absent.record', { entity: `${text(entity)} ${number}` })} list={entity} />
  return failure === undefined ? <Skeleton shape="record" /> : <FailureNotice error={failure.error} />
}
