import { useLayoutEffect, useRef } from 'react'
import { mentionChip } from './mention-chip.ts'
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
    for (const rule of parsed.querySelectorAll('[data-type=horizontalRule]')) rule.role = 'separator'
    const chips = [...parsed.querySelectorAll('mention-component')].map((mention) => {
      const chip = mentionChip(mention.getAttribute('entity_identifier'))
      mention.replaceWith(chip.dom)
      return chip
    })
    ref.current?.replaceChildren(...parsed.body.childNodes)
    return () => {
      for (const { release } of chips) release()
    }
  }, [html])
  return <div ref={ref} className="document" aria-busy={isBusy || undefined} />
}
