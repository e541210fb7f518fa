/**
 * Does something once an element is about to be seen; what is taken away before never does it. What is made for paper alone, and never on
 * the screen, does it at once where that is said.
 */
export function whenSeen(element: Element, run: () => void, onPaper = false): () => void {
  waiting.set(element, run)
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) seen(target)
    },
    { rootMargin: '50% 0px' },
  )
  observer.observe(element)
  queueMicrotask(() => {
    if (onPaper && element.closest('.printed')) seen(element)
  })
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

let observer: IntersectionObserver | undefined
const waiting = new Map<Element, () => void>()

function seen(element: Element): void {
  const run = waiting.get(element)
  waiting.delete(element)
  observer?.unobserve(element)
  run?.()
}
