import { MiniMap, type Node, type NodeProps, ReactFlow, useStore, useViewport, ViewportPortal } from '@xyflow/react'
import { unitText } from '#contract/messages/shippedNames.ts'
import '@xyflow/react/dist/base.css'
import { type CSSProperties, createContext, memo, type RefObject, useContext, useMemo } from 'react'
import { execute } from '../../../commands/gate/execute.ts'
import { toneOf } from '../../../fields/tone.ts'
import { useText } from '../../../ui/useText.ts'
import { columnUnits, type Drawing, type DrawnNode, edgeLabels, edgePath } from './drawing.ts'
import { type Marking, useMark, useThrough } from './marking.ts'
import styles from './TraceGraph.module.css'
import { fitOf, furthestIn, furthestOut, useWalking } from './useWalking.ts'
import { linesOf, shortOf, spokenOf, wordingOf } from './wording.ts'

type BoxNode = Node<{ readonly node: DrawnNode }, 'box'>

/** Level of detail by zoom: none, title, everything. */
type Distance = 'far' | 'middle' | 'near'
const DistanceContext = createContext<Distance>('near')

const distanceAt = (zoom: number): Distance => (zoom < 0.36 ? 'far' : zoom < 0.68 ? 'middle' : 'near')

/** Graph node: a bar when distant, otherwise with text. */
const GraphBox = memo(function GraphBox({ data: { node } }: NodeProps<BoxNode>) {
  const mark = useMark(node.id)
  const distance = useContext(DistanceContext)
  return (
    <div
      className={styles.box}
      data-node={node.id}
      data-kind={node.kind}
      data-tone={node.status ? toneOf(node.status) : undefined}
      data-mark={mark}
      data-distance={distance}
      data-root={node.root}
      data-group={node.count !== undefined || undefined}
    >
      {distance === 'far' ? null : <Words node={node} isShort={distance === 'middle'} />}
    </div>
  )
})

function Words({ node, isShort }: { readonly node: DrawnNode; readonly isShort: boolean }) {
  const text = useText()
  const { amount, status } = wordingOf(node, text)
  if (isShort) {
    const [first, second] = shortOf(node, text)
    return (
      <>
        <span className={styles.title}>{first}</span>
        <span className={styles.detail}>{second}</span>
      </>
    )
  }
  const { name, number } = linesOf(node, text)
  return (
    <>
      <span className={styles.title} data-lines={number === '' ? 2 : undefined}>
        {name}
      </span>
      {number === '' ? null : <span className={styles.detail}>{number}</span>}
      <span className={styles.amount}>{amount}</span>
      {status === '' ? null : <span className={styles.status}>{status}</span>}
    </>
  )
}

const nodeTypes = { box: GraphBox }
/** Node count below which no minimap is needed. */
const small = 60

const colourOf = ({ data: { node } }: BoxNode) => `var(--graph-${node.kind.toLowerCase().replace('_', '-')})`

function boxesOf({ answer, placing }: Drawing): BoxNode[] {
  return answer.nodes.map(node => ({
    id: node.id,
    type: 'box',
    position: placing.places.get(node.id) ?? { x: 0, y: 0 },
    // Preset size: measuring thousands of nodes is slow.
    measured: placing.size,
    ...placing.size,
    handles: [],
    data: { node },
  }))
}

const sizeOf = ({ placing: { size } }: Drawing) =>
  ({ '--node-width': `${size.width}px`, '--node-height': `${size.height}px` }) as CSSProperties

interface CanvasProps {
  readonly drawing: Drawing
  readonly marking: Marking
  readonly tree: RefObject<HTMLDivElement | null>
}

/** Graph drawing, plus the focused node for screen readers. */
export function GraphCanvas({ drawing, marking, tree }: CanvasProps) {
  const text = useText()
  const nodes = useMemo(() => boxesOf(drawing), [drawing])
  const distance = useStore(({ transform }) => distanceAt(transform[2]))
  const right = Math.max(0, ...drawing.placing.extents.map(([, end]) => end))
  const isWhole = useStore(
    ({ transform, width, height }) => right * transform[2] < width && drawing.placing.height * transform[2] < height,
  )
  const isLit = useThrough() !== null
  const { here, go, light } = useWalking(drawing, marking, tree)
  const node = here === undefined ? undefined : drawing.byId.get(here)
  const column = drawing.columns.findIndex(ids => here !== undefined && ids.includes(here))
  const ids = drawing.columns[column] ?? []
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={0}
      className={styles.tree}
      aria-label={text('graph')}
      aria-description={text('graph.hint')}
      aria-activedescendant="trace-graph-node"
      data-graph
    >
      {node ? (
        <div
          id="trace-graph-node"
          role="treeitem"
          className={styles.spoken}
          tabIndex={-1}
          aria-selected="true"
          aria-level={column + 1}
          aria-posinset={ids.indexOf(node.id) + 1}
          aria-setsize={ids.length}
          data-current={node.id}
        >
          {spokenOf(drawing, node, text)}
        </div>
      ) : null}
      <div className={styles.picture} style={sizeOf(drawing)} aria-hidden="true" data-lit={isLit || undefined}>
        <DistanceContext value={distance}>
          <ReactFlow<BoxNode>
            nodes={nodes}
            edges={[]}
            nodeTypes={nodeTypes}
            fitView
            fitViewOptions={fitOf(drawing)}
            minZoom={furthestOut}
            maxZoom={furthestIn}
            onlyRenderVisibleElements
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            elementsSelectable={false}
            zoomOnDoubleClick={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            proOptions={{ hideAttribution: true }}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            panActivationKeyCode={null}
            zoomActivationKeyCode={null}
            onNodeMouseEnter={(_event, { id }) => light(id)}
            onNodeMouseLeave={() => light(undefined)}
            onNodeClick={(_event, { id }) => {
              tree.current?.focus()
              go(id)
            }}
            onNodeDoubleClick={(_event, { id }) => void execute('graph.open', { node: id }, { surface: 'button' })}
          >
            <GraphWays drawing={drawing} />
            <GraphHeads drawing={drawing} />
            {nodes.length > small && !isWhole ? (
              <MiniMap<BoxNode> className={styles.map} nodeColor={colourOf} nodeBorderRadius={0} pannable zoomable />
            ) : null}
          </ReactFlow>
        </DistanceContext>
      </div>
    </div>
  )
}

/** All edges behind the nodes, highlighted ones on top. */
function GraphWays({ drawing }: { readonly drawing: Drawing }) {
  const text = useText()
  const through = useThrough()
  const all = useMemo(() => edgePath(drawing), [drawing])
  const lit = useMemo(() => (through ? edgePath(drawing, through) : ''), [drawing, through])
  const labels = useMemo(() => edgeLabels(drawing, through ?? undefined, text), [drawing, through, text])
  const distance = useContext(DistanceContext)
  return (
    <ViewportPortal>
      <svg className={styles.ways} width="1" height="1" aria-hidden="true" data-distance={distance}>
        <path d={all} data-dim={through !== null || undefined} />
        {lit === '' ? null : <path d={lit} data-lit />}
        {distance === 'far'
          ? null
          : labels.map(({ key, x, y, quantity }) => (
              <text key={key} x={x} y={y} data-edge={key} data-lit={through !== null || undefined}>
                {quantity}
              </text>
            ))}
      </svg>
    </ViewportPortal>
  )
}

/** Column headings, sticky on top, scrolled horizontally. */
function GraphHeads({ drawing }: { readonly drawing: Drawing }) {
  const text = useText()
  const { x, zoom } = useViewport()
  const units = useMemo(() => columnUnits(drawing, text), [drawing, text])
  return (
    <div className={styles.heads}>
      {drawing.placing.extents.map(([left, right], index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={index}
          className={styles.head}
          style={{ insetInlineStart: x + left * zoom, inlineSize: (right - left) * zoom + 8 }}
        >
          {drawing.kinds[index]?.map(kind => (
            <i key={kind} className={styles.kind} data-kind={kind} />
          ))}
          <span>{drawing.kinds[index]?.map(kind => text(`graph.kind.${kind}`)).join(' · ')}</span>
          <b>{drawing.columns[index]?.length}</b>
        </div>
      ))}
      {drawing.placing.extents.map(([left], index) =>
        units[index] === undefined ? null : (
          <div
            key={left}
            data-unit
            className={styles.unit}
            style={{ insetInlineStart: x + (left - drawing.placing.gap / 2) * zoom }}
          >
            {unitText(units[index] ?? '', text)}
          </div>
        ),
      )}
    </div>
  )
}
