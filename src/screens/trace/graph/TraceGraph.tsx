import { ReactFlowProvider } from '@xyflow/react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GraphAnswer } from '#contract/trace/graph.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import { wordsOf } from '../../../data/api/localizedMessage.ts'
import { CallError, mayRecover } from '../../../data/api/transport.ts'
import { onRecovery } from '../../../data/realtime/recovery.ts'
import { loadGraph } from '../../../data/trace/traceGraph.ts'
import type { TraceDirection } from '../../../data/trace/traces.ts'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useText } from '../../../ui/useText.ts'
import { drawingOf } from './drawing.ts'
import { GraphCanvas } from './GraphCanvas.tsx'
import { createMarking, MarkingContext } from './marking.ts'
import type { GraphSize } from './placing.ts'
import styles from './TraceGraph.module.css'
import { padding } from './useWalking.ts'

type Loaded = { readonly answer: GraphAnswer } | { readonly fieldError: unknown }

function useGraph(direction: TraceDirection, question: TraceQuestion): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [recoveries, setRecoveries] = useState(0)
  const asked = JSON.stringify(question)
  const reading = useMemo(() => ({ asked, recoveries }), [asked, recoveries])
  useEffect(() => {
    const leaving = new AbortController()
    setLoaded(null)
    loadGraph(direction, JSON.parse(reading.asked), leaving.signal).then(
      answer => setLoaded({ answer }),
      fieldError => {
        if (!leaving.signal.aborted) setLoaded({ fieldError })
      },
    )
    return () => leaving.abort()
  }, [direction, reading])
  const hasFailed = loaded !== null && 'fieldError' in loaded && mayRecover(loaded.fieldError)
  useEffect(() => (hasFailed ? onRecovery(() => setRecoveries(count => count + 1)) : undefined), [hasFailed])
  return loaded
}

/** Trace graph, suppliers left to dealers right. */
export default function TraceGraph({ direction, question }: { direction: TraceDirection; question: TraceQuestion }) {
  const text = useText()
  const loaded = useGraph(direction, question)
  if (!loaded) return <Skeleton shape="graph" />
  if ('fieldError' in loaded)
    return (
      <p className={styles.message} role="alert">
        {loaded.fieldError instanceof CallError ? wordsOf(loaded.fieldError)() : text('graph.failed')}
      </p>
    )
  if (loaded.answer.nodes.length === 0)
    return <Empty title={text('review.graphNothing')} hint={text('review.nothingHint')} />
  return <Graph answer={loaded.answer} />
}

/** Steps in pixels in which a graph follows its window. */
const sizeStep = 32

/** Room for nodes, below headings; null until laid out. */
function useRoom(stage: RefObject<HTMLElement | null>): GraphSize | null {
  const [room, setRoom] = useState<GraphSize | null>(null)
  useLayoutEffect(() => {
    const { current } = stage
    if (!current) return
    const measure = () => {
      const width = current.clientWidth - padding.left - padding.right
      const height = current.clientHeight - padding.top - padding.bottom
      setRoom(before => {
        const isNear = (one: number, other = 0) => Math.abs(one - other) < sizeStep
        return before && isNear(width, before.width) && isNear(height, before.height) ? before : { width, height }
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [stage])
  return room
}

function Graph({ answer }: { answer: GraphAnswer }) {
  const text = useText()
  const tree = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const drawing = useMemo(() => (room ? drawingOf(answer, room) : null), [answer, room])
  const marking = useMemo(createMarking, [])
  // Low windows scroll: the drawing is what the tab was opened for.
  useLayoutEffect(() => void stage.current?.scrollIntoView({ block: 'nearest' }), [])
  const { cut } = answer
  const { nodes } = drawing?.answer ?? answer
  const isCut = Object.values(cut).some(count => count > 0)
  return (
    <div className={styles.graph}>
      <div className={styles.bar}>
        <span>{text('graph.size', { nodes: nodes.length })}</span>
        {nodes.length < answer.nodes.length ? <span>{text('graph.plansOnLots')}</span> : null}
        {isCut ? <span>{text('graph.cut', { ...cut })}</span> : null}
        <span className={styles.tools}>
          <Button command="graph.zoomOut" look="iconButton" />
          <Button command="graph.zoomIn" look="iconButton" />
          <Button command="graph.fit" look="iconButton" />
        </span>
      </div>
      <div ref={stage} className={styles.stage}>
        {drawing ? (
          <MarkingContext value={marking}>
            <ReactFlowProvider key={answer.asOfSeq}>
              <GraphCanvas drawing={drawing} marking={marking} tree={tree} />
            </ReactFlowProvider>
          </MarkingContext>
        ) : null}
      </div>
    </div>
  )
}
