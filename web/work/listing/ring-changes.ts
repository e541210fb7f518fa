import { onHeard } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { personColor } from '../../platform/ui/person-color.ts'

/** Milliseconds. */
const duration = 900
/** What changes more at once is an import or a catch-up, which rings nobody's bell. */
const most = 12

/** What somebody else changes rings once in that person's colour, in whichever layout is on the screen. Until the answered function is called. */
export function ringChanges(): () => void {
  let waiting = new Map<string, string>()
  const ring = () => {
    const changed = waiting
    waiting = new Map()
    if (changed.size > most || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [id, person] of changed) {
      for (const item of document.querySelectorAll<HTMLElement>(`main [data-item="${CSS.escape(id)}"]`))
        flash(item, person)
    }
  }
  return onHeard(({ entity, id, op, actor_id }) => {
    if (entity !== 'work_items' || op === 'delete' || actor_id === null || actor_id === myId()) return
    // Once it is drawn where the change has put it.
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
