import { useViewport, ViewportPortal } from '@xyflow/react'
import { useMemo } from 'react'
import { useText } from '../../../ui/useText.ts'
import { type Drawing, edgePath } from './drawing.ts'
import { useThrough } from './marking.ts'
import styles from './TraceGraph.module.css'

/** All edges behind the nodes, highlighted ones on top. */
export function GraphWays({ drawing }: { readonly drawing: Drawing }) {
  const through = useThrough()
  const all = useMemo(() => edgePath(drawing), [drawing])
  const lit = useMemo(() => (through ? edgePath(drawing, through) : ''), [drawing, through])
  return (
    <ViewportPortal>
      <svg className={styles.ways} width="1" height="1" aria-hidden="true">
        <path d={all} data-dim={through !== null || undefined} />
        {lit === '' ? null : <path d={lit} data-lit />}
      </svg>
    </ViewportPortal>
  )
}

/** Column headings, sticky on top, scrolled horizontally. */
export function GraphHeads({ drawing }: { readonly drawing: Drawing }) {
  const text = useText()
  const { x, zoom } = useViewport()
  return (
    <div className={styles.heads}>
      {drawing.placing.extents.map(([left, right], index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={index}
          className={styles.head}
          style={{ insetInlineStart: x + left * zoom, inlineSize: (right - left) * zoom + 8 }}
        >
          <span>
            {drawing.kinds[index]?.map(kind => text(`graph.kind.${kind}`)).join(' · ')} {drawing.columns[index]?.length}
          </span>
        </div>
      ))}
    </div>
  )
}
