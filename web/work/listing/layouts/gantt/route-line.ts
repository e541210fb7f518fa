/** An end of a line, and the side of the block that it is attached to. */
export interface LineEnd {
  x: number
  y: number
  side: 'start' | 'end'
}

interface Point {
  x: number
  y: number
}

/** Pixels that a line runs straight before it turns. */
const stub = 10
const corner = 5

/**
 * Returns the route of a line between two blocks, with right angles only. The line starts and arrives at the sides
 * that `from` and `to` name. If the line has to run backwards, that part of the line is between two rows.
 */
export function routeRelationLine(from: LineEnd, to: LineEnd, rowHeight: number): Point[] {
  const out = from.x + outward(from) * stub
  const into = to.x + outward(to) * stub
  if (from.side === to.side) {
    const x = from.side === 'end' ? Math.max(out, into) : Math.min(out, into)
    return [from, { x, y: from.y }, { x, y: to.y }, to]
  }
  const isAhead = from.side === 'end' ? out <= into : into <= out
  if (isAhead) return [from, { x: out, y: from.y }, { x: out, y: to.y }, to]
  const between = to.y >= from.y ? from.y + rowHeight / 2 : from.y - rowHeight / 2
  return [
    from,
    { x: out, y: from.y },
    { x: out, y: between },
    { x: into, y: between },
    { x: into, y: to.y },
    to,
  ]
}

function outward({ side }: LineEnd): 1 | -1 {
  return side === 'end' ? 1 : -1
}

/** Returns the `d` attribute of an SVG path with rounded corners. */
export function createRoundedSvgPath(points: readonly Point[]): string {
  return points
    .map((point, at) => {
      const [before, next] = [points[at - 1], points[at + 1]]
      if (before === undefined) return `M${point.x} ${point.y}`
      if (next === undefined) return `L${point.x} ${point.y}`
      const radius = Math.min(corner, distance(before, point) / 2, distance(point, next) / 2)
      const [enter, leave] = [towards(point, before, radius), towards(point, next, radius)]
      return `L${enter.x} ${enter.y}Q${point.x} ${point.y} ${leave.x} ${leave.y}`
    })
    .join('')
}

/** Returns the path of an arrow head at the end of a line. */
export function arrowHeadPath({ x, y, side }: LineEnd): string {
  const back = x + (side === 'end' ? 5 : -5)
  return `M${back} ${y - 3.5}L${x} ${y}L${back} ${y + 3.5}`
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}

function towards(from: Point, to: Point, by: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * by, y: from.y + Math.sign(to.y - from.y) * by }
}
