import type { ReactNode } from 'react'

/** A sentence in place of the content of a live block. */
export function LiveBlockNote({ children }: { children: ReactNode }) {
  return <p className="m-0! rounded-md bg-sunken px-3 py-2 text-sm text-soft">{children}</p>
}
