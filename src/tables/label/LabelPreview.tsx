import { useEffect, useMemo, useRef, useState } from 'react'
import { type LabelProof, labelWarnings } from '#contract/label/label.ts'
import type { Arguments, Command } from '../../commands/core/command.ts'
import { contextOf } from '../../commands/gate/execute.ts'
import { askProof } from '../../commands/label/labelCommands.ts'
import { type LocalizedMessage, messageOf } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import { useText } from '../../ui/useText.ts'
import { LabelPicture } from './LabelPicture.tsx'
import styles from './LabelPreview.module.css'

/** Rest between keystrokes before the server draws, in ms. */
const restMs = 200

interface LabelPreviewProps {
  command: Command
  values: Arguments
}

/** True labels of the records that a command is about to print. */
export default function LabelPreview({ command, values }: LabelPreviewProps) {
  const text = useText()
  const [proof, setProof] = useState<LabelProof | null>(null)
  const [refusal, setRefusal] = useState<LocalizedMessage>()
  const [at, setAt] = useState(0)
  const { ids, templateId, perPackage, from, to } = values
  const asked = JSON.stringify({ ids, templateId, perPackage, from, to })
  const name = command.entity ?? ''
  const isFirst = useRef(true)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      try {
        const context = contextOf({ surface: 'button', signal: leaving.signal, confirm: undefined })
        setProof(await askProof(name, JSON.parse(asked) as Arguments, context))
        setRefusal(undefined)
        setAt(0)
      } catch (error) {
        if (leaving.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setRefusal(messageOf(error))
      }
    }
    const rest = setTimeout(() => void ask(), isFirst.current ? 0 : restMs)
    isFirst.current = false
    return () => {
      clearTimeout(rest)
      leaving.abort()
    }
  }, [name, asked])
  const label = proof?.labels[at]
  const faults = useMemo(() => new Map(label?.faults.map(({ text, code }) => [text, code])), [label])
  const copies = Number(values.copies) || 1
  return (
    <section className={styles.preview} aria-label={text('label.preview')}>
      {label ? (
        <LabelPicture
          svg={label.svg}
          width={proof.width}
          height={proof.height}
          name={text('label.pictureOf', { title: label.title })}
        />
      ) : (
        <div className={styles.empty} data-loading={proof === null && !refusal} />
      )}
      {refusal ? (
        <p className={styles.fault} role="alert">
          {text(refusal.key, refusal.values)}
        </p>
      ) : null}
      {[...faults].map(([fault, code]) => (
        <p key={fault} className={labelWarnings.has(code) ? styles.warning : styles.fault} role="alert">
          {fault}
        </p>
      ))}
      {proof ? (
        <p className={styles.count} aria-live="polite">
          {text('label.count', { count: proof.total, sheets: proof.total * copies })}
          {proof.labels.length > 1 ? (
            <span className={styles.steps}>
              <button
                type="button"
                disabled={at === 0}
                aria-label={text('label.previous')}
                onClick={() => setAt(at - 1)}
              >
                ‹
              </button>
              {at + 1} / {proof.labels.length}
              <button
                type="button"
                disabled={at + 1 >= proof.labels.length}
                aria-label={text('label.next')}
                onClick={() => setAt(at + 1)}
              >
                ›
              </button>
            </span>
          ) : null}
        </p>
      ) : null}
    </section>
  )
}
