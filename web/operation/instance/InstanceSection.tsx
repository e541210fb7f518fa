import type { ReactNode } from 'react'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import type { LoadState } from '../../platform/shell/use-load-state.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

interface Props {
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A section of an instance admin screen with a heading. */
export function InstanceSection({ title, text, actions, children }: Props) {
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-2">
        <h2 className="text-lg font-strong">{title}</h2>
        {actions}
      </div>
      {text && <p className="max-w-140 text-pretty text-soft">{text}</p>}
      {children}
    </section>
  )
}

/** Shows a skeleton while the data loads, and then the content or the error. */
export function InstanceLoadedContent(props: { of: LoadState; children: ReactNode }) {
  return <LoadedContent skeleton={<Skeleton className="h-40" />} {...props} />
}
