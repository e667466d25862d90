import { describe, expect, test } from 'vitest'
import type { GraphAnswer, GraphKind, GraphNode } from '#contract/trace/graph.ts'
import { dealersShown, type GroupPart, groupParts } from '../../server/domain/trace/graph/graphGroups.ts'
import { text } from '../../src/data/language.ts'
import { drawingOf, edgeLabels, edgePath } from '../../src/screens/trace/graph/drawing.ts'
import { graphColumns, waysOf } from '../../src/screens/trace/graph/graphColumns.ts'
import { ordered } from '../../src/screens/trace/graph/ordering.ts'
import { nodeSize } from '../../src/screens/trace/graph/placing.ts'
import { stepFrom, throughOf } from '../../src/screens/trace/graph/walking.ts'
import { linesOf, shortOf } from '../../src/screens/trace/graph/wording.ts'

const kinds: Readonly<Record<string, GraphKind>> = {
  s: 'SUPPLIER',
  m: 'MATERIAL_LOT',
  p: 'PLAN',
  h: 'SEMI_LOT',
  x: 'PRODUCT_LOT',
  d: 'DEALER',
}
const node = (id: string): GraphNode => ({ id, kind: kinds[id[0] ?? ''] ?? 'PLAN', label: id, sub: '', ref: null })

/** Graph by paths: `s m1 p1 x1 d1` links each to the next. */
function graphOf(...lines: readonly string[]): GraphAnswer {
  const paths = lines.map(line => line.split(' '))
  const pairs = new Set(paths.flatMap(path => path.slice(1).map((to, index) => `${path[index]} ${to}`)))
  const edges = [...pairs].map(pair => {
    const [from = '', to = ''] = pair.split(' ')
    return { from, to }
  })
  return {
    asOfSeq: 1,
    nodes: [...new Set(paths.flat())].map(node),
    edges,
    cut: { suppliers: 0, lots: 0, plans: 0, dealers: 0 },
  }
}
const columns = (graph: GraphAnswer) =>
  graphColumns(graph.nodes, waysOf(graph.edges)).map(({ nodes }) => nodes.toSorted().join(' '))

describe('the columns of a graph', () => {
  test('lead from the supplier by lots and plans to the dealer', () => {
    expect(columns(graphOf('s1 m1 p1 x1 d1', 's1 m2 p1'))).toEqual(['s1', 'm1 m2', 'p1', 'x1', 'd1'])
  })

  test('repeat where a semi-finished lot goes on; what goes no further stands with the last lots', () => {
    const graph = graphOf('s1 m1 p1 h1 p2 x1 d1', 'm1 p3 x2 d1')
    expect(columns(graph)).toEqual(['s1', 'm1', 'p1', 'h1', 'p2 p3', 'x1 x2', 'd1'])
  })

  test('end where lots lead back to themselves', () => {
    const graph = graphOf('s1 m1 p1 x1 p2 x2 p1', 'x2 d1')
    expect(columns(graph).join(' ').split(' ').sort()).toEqual(['d1', 'm1', 'p1', 'p2', 's1', 'x1', 'x2'])
    expect(columns(graph).at(-1)).toBe('d1')
  })
})

test('nodes are ordered so that ways that need not cross do not', () => {
  const graph = graphOf('m1 p4 x1', 'm2 p3 x2', 'm3 p2 x3', 'm4 p1 x4')
  const ways = waysOf(graph.edges)
  const orders = ordered(graphColumns(graph.nodes, ways), ways)
  const rows = orders.map(ids => ids.map(id => ({ p4: 1, p3: 2, p2: 3, p1: 4 })[id] ?? Number(id[1])))
  expect(rows[1]).toEqual(rows[0])
  expect(rows[2]).toEqual(rows[0])
})

test('no two of 2,000 nodes lie on one another, and the whole has the shape of a window', () => {
  const lines = Array.from({ length: 660 }, (_, index) => `m${index % 20} p${index} x${index} d${(index * 7) % 640}`)
  const { placing, answer } = drawingOf(graphOf(...lines))
  const places = [...placing.places.values()]
  expect(places).toHaveLength(answer.nodes.length)
  const spots = new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`))
  expect(spots.size).toBe(places.length)
  for (const [x, alike] of Map.groupBy(places, place => place.x)) {
    const heights = alike.map(({ y }) => y).sort((one, other) => one - other)
    for (const [index, y] of heights.entries())
      if (index > 0)
        expect([x, y - (heights[index - 1] ?? 0)]).toEqual([
          x,
          expect.toSatisfy((gap: number) => gap > nodeSize.height),
        ])
  }
  const width = Math.max(...places.map(({ x }) => x)) + nodeSize.width
  expect(width / placing.height).toBeGreaterThan(1)
  expect(width / placing.height).toBeLessThan(2.2)
})

test('plans of one lot are drawn on it where the window is too narrow for their columns', () => {
  const graph = graphOf('s1 m1 p1 h1 p2 x1 d1', 'm1 p3 h2 p4 x2 d1', 'p4 x3 d1')
  const window = { width: 900, height: 400 }
  const { answer, byId, placing, kinds: heads } = drawingOf(graph, window)
  expect(answer.nodes.map(({ id }) => id).sort()).toEqual(['d1', 'h1', 'h2', 'm1', 'p4', 's1', 'x1', 'x2', 'x3'])
  expect(byId.get('x1')).toMatchObject({ madeBy: 'p2' })
  expect(answer.edges).toContainEqual({ from: 'h1', to: 'x1' })
  expect(answer.edges).toContainEqual({ from: 'h2', to: 'p4' })
  expect(heads.flat()).toContain('PLAN')
  expect(drawingOf(graph, { width: 1600, height: 700 }).answer.nodes).toHaveLength(graph.nodes.length)
  const right = Math.max(...placing.extents.map(([, end]) => end))
  expect(drawingOf(graphOf('s1 m1 p1 x1 d1'), window).placing.extents.at(-1)?.[1]).toBeGreaterThan(0.9 * window.width)
  expect(right).toBeGreaterThan(0.9 * window.width)
})

describe('keys in a graph', () => {
  const drawing = drawingOf(graphOf('s1 m1 p1 x1 d1', 'm1 p2 x2 d1', 'm1 p3 x3'))
  const [top, middle, bottom] = drawing.columns[2] ?? []

  test('lead along the ways, and back the way one came', () => {
    expect(stepFrom(drawing, 's1', 'next')).toBe('m1')
    expect(stepFrom(drawing, 'm1', 'next')).toBe(middle)
    expect(stepFrom(drawing, 'd1', 'previous', ['x2', 'd1'])).toBe('x2')
    expect(stepFrom(drawing, 'd1', 'next')).toBeUndefined()
  })

  test('lead up and down within a column, and no further than its ends', () => {
    expect(stepFrom(drawing, middle ?? '', 'up')).toBe(top)
    expect(stepFrom(drawing, middle ?? '', 'down')).toBe(bottom)
    expect(stepFrom(drawing, top ?? '', 'up')).toBeUndefined()
    expect(stepFrom(drawing, top ?? '', 'last')).toBe(bottom)
    expect(stepFrom(drawing, bottom ?? '', 'first')).toBe(top)
  })

  test('light all a node came from and went into, and nothing beside it', () => {
    const { before, after } = throughOf(drawing.ways, 'p2')
    expect([...before].sort()).toEqual(['m1', 'p2', 's1'])
    expect([...after].sort()).toEqual(['d1', 'p2', 'x2'])
    expect(edgePath(drawing, { before, after }).match(/M/g)).toHaveLength(4)
    expect(edgePath(drawing).match(/M/g)).toHaveLength(drawing.answer.edges.length)
  })

  test('tells quantities on its edges while they can be read, none on another', () => {
    const fan = (count: number) => graphOf(...Array.from({ length: count }, (_, at) => `m1 p${at}`))
    const labelsOf = (graph: GraphAnswer) => {
      const edges = graph.edges.map(edge => ({ ...edge, quantity: '1200.5000', unit: 'kg' }))
      return edgeLabels(drawingOf({ ...graph, edges }), undefined, text)
    }
    expect(labelsOf(fan(8)).map(({ quantity }) => quantity)).toEqual(Array.from({ length: 8 }, () => '1,200.5 kg'))
    for (const labels of [labelsOf(fan(8)), labelsOf(graphOf('m1 p1', 'm1 p2', 'm2 p1', 'm2 p2'))])
      for (const [at, one] of labels.entries())
        for (const other of labels.slice(at + 1))
          expect(Math.abs(one.x - other.x) > 60 || Math.abs(one.y - other.y) > 14).toBe(true)
    expect(labelsOf(fan(41))).toEqual([])
    expect(edgeLabels(drawing, undefined, text)).toEqual([])
  })

  test('names the goods with the end of the number where there is little room', () => {
    const lot = { ...node('m1'), label: 'L20261124-0001', sub: '食用盐' }
    expect(shortOf({ ...lot, quantity: '500', unit: 'kg' }, text)).toEqual(['食用盐', '…1124-0001 · 500 kg'])
    expect(linesOf({ ...lot, quantity: '500', unit: 'kg' }, text)).toEqual({
      name: '食用盐',
      number: 'L20261124-0001',
      amount: '500 kg',
    })
    expect(shortOf({ ...node('d1'), label: '华东商贸' }, text)).toEqual(['华东商贸', ''])
  })
})

describe('what is more than can be read', () => {
  const part = (id: string, kind: string, ...bundles: readonly (string | null)[]): GroupPart => ({
    id,
    kind,
    bundles,
    isHeld: kind === 'PRODUCT_LOT',
  })

  test('stays as it is where there is room', () => {
    const parts = [part('a', 'PLAN', 'plan1'), part('b', 'PLAN', 'plan1')]
    expect([...groupParts(parts, 2).values()]).toEqual(['a', 'b'])
  })

  test('is grouped by plan first, the largest first and no further than necessary', () => {
    const lots = Array.from({ length: 6 }, (_, index) =>
      part(`x${index}`, 'PRODUCT_LOT', index < 4 ? 'plan1' : 'plan2', 'p1', 'p1', 'all'),
    )
    // Twelve with each lot's dealers; the first plan's four become one.
    const groups = groupParts(lots, 6)
    expect(new Set([...groups.values()].slice(0, 4)).size).toBe(1)
    expect([...groups.values()].slice(4)).toEqual(['x4', 'x5'])
    expect(new Set(groupParts(lots, 2).values()).size).toBe(1)
  })

  test('are the dealers that hold least; one alone in a group is shown himself', () => {
    const holders = new Map([
      [
        'x1',
        new Map([
          [1, 50],
          [2, 5],
          [3, 4],
          [4, 3],
        ]),
      ],
      [
        'x2',
        new Map([
          [1, 50],
          [2, 5],
        ]),
      ],
    ])
    expect([...dealersShown(holders, 4, 100)].sort()).toEqual([1, 2, 3, 4])
    expect([...dealersShown(holders, 3, 100)].sort()).toEqual([1, 2])
    expect([...dealersShown(holders, 2, 100)].sort()).toEqual([])
  })
})
