import type { ReactNode } from 'react'

/** A part of a screen of a person's own settings, below its heading. */
export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-lg font-strong">{title}</h2>
      {children}
    </section>
  )
}
