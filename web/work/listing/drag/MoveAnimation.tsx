import { Component, type RefObject } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'

interface MoveAnimationProps {
  root: RefObject<HTMLElement | null>
  groups: ListingGroups
}

type Positions = ReadonlyMap<string, { rect: DOMRect; element: HTMLElement }>

/** Duration of the animation in milliseconds. */
const duration = 140
/**
 * Maximum number of animated items. If more items change their position, the cause is a new order or filter
 * and not a move.
 */
const maxMoves = 40

/**
 * Animates items that a change has moved. This is a class component, because only `getSnapshotBeforeUpdate`
 * can measure positions before the DOM changes. Hooks run after the DOM has changed.
 */
export class MoveAnimation extends Component<MoveAnimationProps> {
  override getSnapshotBeforeUpdate(before: MoveAnimationProps): Positions | null {
    const { root, groups } = this.props
    return before.groups === groups || prefersReducedMotion() ? null : positionsIn(root.current)
  }

  override componentDidUpdate(_props: MoveAnimationProps, _state: unknown, before: Positions | null): void {
    if (before === null) return
    const moved = [...positionsIn(this.props.root.current)].flatMap(([id, { rect, element }]) => {
      const from = before.get(id)?.rect
      return from && (from.x !== rect.x || from.y !== rect.y) ? [{ element, from, to: rect }] : []
    })
    if (moved.length > maxMoves) return
    for (const { element, from, to } of moved) {
      if (from.x === to.x) slide(element, from.y - to.y)
      else animateClone(element, from, to)
    }
  }

  override render() {
    return null
  }
}

function positionsIn(root: HTMLElement | null): Positions {
  const items = root?.querySelectorAll<HTMLElement>('[data-item]') ?? []
  return new Map(
    [...items].map((element) => [
      element.dataset['item'] ?? '',
      { rect: element.getBoundingClientRect(), element },
    ]),
  )
}

function slide(element: HTMLElement, by: number): void {
  element.animate({ translate: [`0 ${by}px`, 'none'] }, { duration, easing: 'ease-out' })
}

/** Columns clip their content, so an item that moves between columns is animated as a clone above them. */
function animateClone(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const ghost = element.cloneNode(true) as HTMLElement
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  for (const named of [ghost, ...ghost.querySelectorAll<HTMLElement>('[data-item], [data-card], [id]')]) {
    delete named.dataset['item']
    delete named.dataset['card']
    named.removeAttribute('id')
  }
  Object.assign(ghost.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${to.x}px`,
    top: `${to.y}px`,
    width: `${to.width}px`,
    pointerEvents: 'none',
    zIndex: 'var(--z-drag)',
  })
  document.body.append(ghost)
  element.animate({ opacity: [0, 0] }, { duration })
  const flight = ghost.animate(
    { translate: [`${from.x - to.x}px ${from.y - to.y}px`, 'none'] },
    { duration, easing: 'ease-out' },
  )
  const land = () => ghost.remove()
  flight.finished.then(land, land)
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
