import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

interface HomeSectionProps {
  title: string
  /** The total number of entries in the section. */
  count?: number
  isLoading: boolean
  action?: ReactNode
  children: ReactNode
}

/** A section of the home screen with heading and rows. */
export function HomeSection({ title, count, isLoading, action, children }: HomeSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} aria-busy={isLoading} className="flex min-w-0 flex-col">
      <div className="flex h-control items-center gap-2 border-b border-line pb-1">
        <h2 id={id} className="font-strong">
          {title}
        </h2>
        {count !== undefined && count > 0 && <CountLabel value={count} />}
        {action && <span className="ms-auto">{action}</span>}
      </div>
      {isLoading ? (
        <div role="status" aria-label={t('ui.loading')} className="flex flex-col">
          {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
            <div key={width} className="flex h-row items-center gap-2.5">
              <Skeleton shape="circle" />
              <Skeleton className={width} />
            </div>
          ))}
        </div>
      ) : (
        children
      )}
    </section>
  )
}

/** Text of an empty section. */
export function HomeEmptyText({ children }: { children: ReactNode }) {
  return <p className="flex min-h-row items-center py-1.5 text-faint">{children}</p>
}
