/**
 * Calls `change` when an element comes near the visible area and when it leaves it. The returned function
 * stops the calls.
 */
export function watchVisibility(element: Element, change: (isVisible: boolean) => void): () => void {
  watched.set(element, change)
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: '50% 0px' },
  )
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}

let observer: IntersectionObserver | undefined
const watched = new Map<Element, (isVisible: boolean) => void>()
