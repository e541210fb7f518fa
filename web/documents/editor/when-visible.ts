/**
 * Calls `run` once when an element is about to become visible. If `onPaper` is true, `run` is called
 * immediately for elements that are only rendered for printing. The returned function cancels the call.
 */
export function runWhenVisible(element: Element, run: () => void, onPaper = false): () => void {
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

/** Calls the waiting functions of all elements inside a text that is about to be printed. */
export function runAllInside(text: Element): void {
  for (const element of waiting.keys()) if (text.contains(element)) seen(element)
}

let observer: IntersectionObserver | undefined
const waiting = new Map<Element, () => void>()

function seen(element: Element): void {
  const run = waiting.get(element)
  waiting.delete(element)
  observer?.unobserve(element)
  run?.()
}
