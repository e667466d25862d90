import { useEffect, useState } from 'react'
import { type LabelProof, labelProof } from '#contract/label/label.ts'
import { type LabelPurpose, sourcesOfPurpose } from '#contract/label/labelFields.ts'
import type { LabelLayout } from '#contract/label/layout.ts'
import { request } from '../../data/api/api.ts'
import { type LocalizedMessage, messageOf } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import type { LabelSize } from './layoutEdits.ts'

/** Rest between edits before the server draws, in ms. */
const restMs = 150

interface Asked {
  readonly purpose: LabelPurpose
  readonly size: LabelSize
  readonly layout: LabelLayout
  /** Record to show; null for the example. */
  readonly recordId: number | null
}

/** True label of an unsaved layout, as the server draws it. */
export function useTemplateProof(asked: Asked) {
  const [proof, setProof] = useState<LabelProof | null>(null)
  const [refusal, setRefusal] = useState<LocalizedMessage>()
  const { purpose, size, layout, recordId } = asked
  const key = JSON.stringify({
    purpose,
    ...size,
    layout,
    ...(recordId === null ? {} : { entity: sourcesOfPurpose[purpose][0], records: [{ id: recordId }] }),
  })
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      try {
        setProof(await request(labelProof, JSON.parse(key), { signal: leaving.signal }))
        setRefusal(undefined)
      } catch (error) {
        if (leaving.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setRefusal(messageOf(error))
      }
    }
    const rest = setTimeout(() => void ask(), restMs)
    return () => {
      clearTimeout(rest)
      leaving.abort()
    }
  }, [key])
  return { proof, refusal }
}
