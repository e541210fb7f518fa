import { useEffect } from 'react'

/** The product name, from index.html. */
const product = document.title

let shown = product
let count = 0

/**
 * Sets the title of the tab. The parts are ordered from the most specific to the most general. Undefined and
 * empty parts are omitted.
 */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const known = parts.filter(Boolean).join(' · ')
  const title = known.includes(product) ? known : [known, product].filter(Boolean).join(' · ')
  useEffect(() => {
    show(title, count)
    return () => show(product, count)
  }, [title])
}

/** Shows the number of unread notifications before the title. */
export function setUnreadCountInTitle(waiting: number): void {
  show(shown, waiting)
}

function show(title: string, waiting: number): void {
  shown = title
  count = waiting
  document.title = waiting > 0 ? `(${waiting > 99 ? '99+' : waiting}) ${title}` : title
}
