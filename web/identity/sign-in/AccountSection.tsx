import type { ReactNode } from 'react'

/** A section of the account settings with a heading. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-lg font-strong">{title}</h2>
      {children}
    </section>
  )
}
