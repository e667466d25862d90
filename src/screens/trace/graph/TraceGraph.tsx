import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type GraphAnswer, graphKinds } from '#contract/trace/graph.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import { CallError } from '../../../data/api/transport.ts'
import { loadGraph } from '../../../data/trace/traceGraph.ts'
import type { TraceDirection } from '../../../data/trace/traces.ts'
import { Button } from '../../../ui/Button.tsx'
import { useText } from '../../../ui/useText.ts'
import { drawingOf } from './drawing.ts'
import { GraphCanvas } from './GraphCanvas.tsx'
import { createMarking, MarkingContext } from './marking.ts'
import styles from './TraceGraph.module.css'

type Loaded = { readonly answer: GraphAnswer } | { readonly fieldError: unknown }

function useGraph(direction: TraceDirection, question: TraceQuestion): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const asked = JSON.stringify(question)
  useEffect(() => {
    const leaving = new AbortController()
    setLoaded(null)
    loadGraph(direction, JSON.parse(asked), leaving.signal).then(
      answer => setLoaded({ answer }),
      fieldError => {
        if (!leaving.signal.aborted) setLoaded({ fieldError })
      },
    )
    return () => leaving.abort()
  }, [direction, asked])
  return loaded
}

/** Trace graph, suppliers left to dealers right. */
export default function TraceGraph({ direction, question }: { direction: TraceDirection; question: TraceQuestion }) {
  const text = useText()
  const loaded = useGraph(direction, question)
  if (!loaded) return <p className={styles.message}>{text('grid.loading')}</p>
  if ('fieldError' in loaded)
    return (
      <p className={styles.message} role="alert">
        {loaded.fieldError instanceof CallError ? loaded.fieldError.message : text('graph.failed')}
      </p>
    )
  if (loaded.answer.nodes.length === 0) return <p className={styles.message}>{text('review.nothing')}</p>
  return <Graph answer={loaded.answer} />
}

function Graph({ answer }: { answer: GraphAnswer }) {
  const text = useText()
  const tree = useRef<HTMLDivElement>(null)
  const drawing = useMemo(() => drawingOf(answer), [answer])
  const marking = useMemo(createMarking, [])
  const { cut, nodes } = answer
  const isCut = Object.values(cut).some(count => count > 0)
  const kinds = graphKinds.filter(kind => nodes.some(node => node.kind === kind))
  return (
    <div className={styles.graph}>
      <div className={styles.bar}>
        <span>{text('graph.size', { nodes: nodes.length })}</span>
        {isCut ? <span>{text('graph.cut', { ...cut })}</span> : null}
        <ul className={styles.legend}>
          {kinds.map(kind => (
            <li key={kind} data-kind={kind}>
              {text(`graph.kind.${kind}`)}
            </li>
          ))}
        </ul>
        <span className={styles.tools}>
          <Button command="graph.zoomOut" look="iconButton" />
          <Button command="graph.zoomIn" look="iconButton" />
          <Button command="graph.fit" look="iconButton" />
        </span>
      </div>
      <MarkingContext value={marking}>
        <ReactFlowProvider key={answer.asOfSeq}>
          <GraphCanvas drawing={drawing} marking={marking} tree={tree} />
        </ReactFlowProvider>
      </MarkingContext>
    </div>
  )
}
