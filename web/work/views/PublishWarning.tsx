import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Warning about private content that would become public. */
export function PublishWarning({ children }: { children: ReactNode }) {
  return (
    <p role="note" className="flex items-start gap-2 rounded-lg border border-line bg-sunken px-3 py-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span className="min-w-0 text-pretty">{children}</span>
    </p>
  )
}
