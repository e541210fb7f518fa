import { useEffect } from 'react'

/** The product's own, from index.html. */
const product = document.title

let shown = product
let count = 0

/** Names the tab and the history entry after what is on the screen, the nearest first; parts that are not known yet are left out. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const known = parts.filter(Boolean).join(' · ')
  const title = known.includes(product) ? known : [known, product].filter(Boolean).join(' · ')
  useEffect(() => {
    show(title, count)
    return () => show(product, count)
  }, [title])
}

/** How many wait for the person, before whatever title there is. */
export function setTitleCount(waiting: number): void {
  show(shown, waiting)
}

function show(title: string, waiting: number): void {
  shown = title
  count = waiting
  document.title = waiting > 0 ? `(${waiting > 99 ? '99+' : waiting}) ${title}` : title
}
