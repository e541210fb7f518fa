import { useLayoutEffect, useRef } from 'react'
import './document.css'

export interface StoredDocumentProps {
  /** As the server derived it from the document: safe by construction. */
  html: string
  isBusy?: boolean
}

/** A document as it was last stored, for reading: while the live one loads, and where nobody edits. */
export function StoredDocument({ html, isBusy }: StoredDocumentProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // A parsed document runs no script and loads nothing until its nodes are taken over.
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    for (const box of parsed.querySelectorAll('input')) box.disabled = true
    ref.current?.replaceChildren(...parsed.body.childNodes)
  }, [html])
  return <div ref={ref} className="document" aria-busy={isBusy || undefined} />
}
