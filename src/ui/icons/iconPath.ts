/** Icon shapes merged into one path: fewer elements on large pages. Pure. */
import type { IconNode } from 'lucide'
import { memoized } from '../../data/memo.ts'

type Attributes = IconNode[number][1]

const absolute = (path: string) =>
  path.replace(
    /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)[\s,]*(?=([-.\d])?)/,
    (_, x: string, y: string, further?: string) => `M${x} ${y}${further ? 'l' : ''}`,
  )

const ellipse = (x: number, y: number, width: number, height: number) =>
  `M${x - width} ${y}a${width} ${height} 0 1 0 ${2 * width} 0a${width} ${height} 0 1 0 ${-2 * width} 0`

function rectangle(x: number, y: number, width: number, height: number, round: number) {
  const corner = (toX: number, toY: number) => (round ? `a${round} ${round} 0 0 1 ${toX} ${toY}` : '')
  const [across, down] = [width - 2 * round, height - 2 * round]
  return [
    `M${x + round} ${y}h${across}${corner(round, round)}`,
    `v${down}${corner(-round, round)}h${-across}${corner(-round, -round)}`,
    `v${-down}${corner(round, -round)}z`,
  ].join('')
}

/** Lucide shapes as paths in the 24-unit grid. */
const pathsOf: Readonly<Record<string, (attributes: Attributes) => string>> = {
  path: ({ d }) => absolute(String(d)),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  circle: ({ cx, cy, r }) => ellipse(Number(cx), Number(cy), Number(r), Number(r)),
  ellipse: ({ cx, cy, rx, ry }) => ellipse(Number(cx), Number(cy), Number(rx), Number(ry)),
  rect: ({ x, y, width, height, rx, ry }) =>
    rectangle(Number(x ?? 0), Number(y ?? 0), Number(width), Number(height), Number(rx ?? ry ?? 0)),
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
}

/**
 * Merges an icon's shapes, memoized.
 * @throws for unknown shapes
 */
export const iconPath = memoized((icon: IconNode): string =>
  icon
    .map(([shape, attributes]) => {
      const pathOf = pathsOf[shape]
      if (!pathOf) throw new Error(`no path for the shape ${shape}`)
      return pathOf(attributes)
    })
    .join(''),
)
