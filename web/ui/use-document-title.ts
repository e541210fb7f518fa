import { useEffect } from 'react'

/** The product's own, from index.html. */
const product = document.title

/** Names the tab and the history entry after what is on the screen, the nearest first; parts that are not known yet are left out. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const known = parts.filter(Boolean).join(' · ')
  const title = known.includes(product) ? known : [known, product].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = product
    }
  }, [title])
}
