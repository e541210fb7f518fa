import { onChangeApplied } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { personColor } from '../../platform/ui/person-color.ts'

/** Duration of the outline in milliseconds. */
const duration = 900
/**
 * Maximum number of changed items that are outlined at the same time. If more items change at once, for
 * example because of an import or after a reconnection, none of them is outlined.
 */
const maxChanges = 12

/**
 * If another user changes an item, outlines the item in the color of that user, in any layout. Returns a
 * function that stops the outlines.
 */
export function outlineItemsChangedByOthers(): () => void {
  let waiting = new Map<string, string>()
  const ring = () => {
    const changed = waiting
    waiting = new Map()
    if (changed.size > maxChanges || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [id, person] of changed) {
      for (const item of document.querySelectorAll<HTMLElement>(`main [data-item="${CSS.escape(id)}"]`))
        flash(item, person)
    }
  }
  return onChangeApplied(({ entity, id, op, actor_id }) => {
    if (entity !== 'work_items' || op === 'delete' || actor_id === null || actor_id === getMyId()) return
    // Wait two frames, because the item must first be rendered at its new position.
    if (waiting.size === 0) requestAnimationFrame(() => requestAnimationFrame(ring))
    waiting.set(id, actor_id)
  })
}

function flash(item: HTMLElement, person: string): void {
  const color = personColor(person)
  const ringOf = (alpha: number) => `2px solid color-mix(in oklch, ${color} ${alpha}%, transparent)`
  item.animate(
    {
      outline: [ringOf(100), ringOf(100), ringOf(0)],
      outlineOffset: ['-2px', '-2px', '-2px'],
      offset: [0, 0.4, 1],
    },
    { duration, easing: 'ease-out' },
  ).id = 'ring'
}
