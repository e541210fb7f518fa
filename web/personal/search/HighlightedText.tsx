import type { ReactNode } from 'react'
import type { SearchResult } from '#common/personal/search/schema.ts'

/** Text with highlighted matches. */
export function HighlightedText({ text, marks }: { text: string; marks: SearchResult['title_marks'] }) {
  if (marks.length === 0) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from))
    parts.push(
      <mark key={from} className="rounded-sm bg-accent-soft font-medium text-text">
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...parts, text.slice(at)]
}
