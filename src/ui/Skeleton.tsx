import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import styles from './Skeleton.module.css'
import { useText } from './useText.ts'

/** Delay in ms: what comes sooner needs no placeholder. */
const delayMs = 150

/** Whether something is still awaited after the delay. */
export function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

export type SkeletonShape =
  | 'list'
  | 'rows'
  | 'record'
  | 'fields'
  | 'tools'
  | 'home'
  | 'work'
  | 'trace'
  | 'graph'
  | 'chart'
  | 'text'

const lengths = [62, 38, 71, 48, 55, 30, 66, 44]
const lengthOf = (at: number) => ({ '--length': `${lengths[at % lengths.length]}%` }) as CSSProperties

function times(count: number, draw: (at: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, at) => draw(at))
}

const bars = (count: number) => times(count, at => <i key={at} className={styles.bar} style={lengthOf(at)} />)
const rows = (count: number) =>
  times(count, at => (
    <span key={at} className={styles.row}>
      {bars(4)}
    </span>
  ))
const fields = (count: number) =>
  times(count, at => (
    <span key={at} className={styles.field}>
      <i className={styles.bar} style={lengthOf(at)} />
      <i className={styles.control} />
    </span>
  ))
const boxes = (count: number, look: string | undefined) => times(count, at => <i key={at} className={look} />)

const drawn: Readonly<Record<SkeletonShape, () => ReactNode>> = {
  rows: () => <span className={styles.rows}>{rows(10)}</span>,
  list: () => (
    <>
      {drawn.tools()}
      <span className={styles.rows}>{rows(16)}</span>
    </>
  ),
  fields: () => <span className={styles.fields}>{fields(12)}</span>,
  tools: () => <span className={styles.tools}>{boxes(4, styles.button)}</span>,
  record: () => (
    <>
      <span className={styles.head}>{bars(1)}</span>
      {drawn.tools()}
      <span className={styles.fields}>{fields(12)}</span>
    </>
  ),
  work: () =>
    times(3, at => (
      <span key={at} className={styles.group}>
        {bars(1)}
        <span className={styles.card}>{rows(3)}</span>
      </span>
    )),
  home: () => (
    <span className={styles.columns}>
      <span>{drawn.work()}</span>
      <span>{boxes(2, styles.box)}</span>
    </span>
  ),
  trace: () => (
    <>
      <span className={styles.summary}>{bars(6)}</span>
      <span className={styles.tools}>{boxes(5, styles.button)}</span>
      <span className={styles.rows}>{rows(12)}</span>
    </>
  ),
  graph: () => (
    <span className={styles.graph}>
      {times(4, at => (
        <span key={at}>{boxes([3, 4, 2, 5][at] ?? 3, styles.node)}</span>
      ))}
    </span>
  ),
  chart: () => (
    <span className={styles.chart}>
      {times(12, at => (
        <i key={at} style={lengthOf(at)} />
      ))}
    </span>
  ),
  text: () => <span className={styles.group}>{bars(8)}</span>,
}

/** Shape of what is being loaded. */
export function Skeleton({ shape }: { readonly shape: SkeletonShape }) {
  const text = useText()
  const isSlow = useSlow()
  return (
    <div className={styles.skeleton} role="status" aria-busy="true" data-skeleton={shape}>
      {isSlow ? (
        <>
          <span className={styles.words}>{text('shell.loading')}</span>
          <span className={styles.shape} aria-hidden="true">
            {drawn[shape]()}
          </span>
        </>
      ) : null}
    </div>
  )
}
