import { ChevronLeft } from 'lucide-react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'

export interface Crumb {
  key: string
  icon?: ReactNode
  label: ReactNode
  /**
   * Wraps icon and label in a link: `link: (inside) => <Link to="…">{inside}</Link>`. The crumb of the
   * current page has no link.
   */
  link?: (inside: ReactNode) => ReactElement
  /** True if the link leads to the current screen. Then phones do not show it as the arrow that leads back. */
  isCurrent?: boolean
}

/**
 * Shows the path to the current screen. Phones show only the last crumb, and an arrow that links to the crumb before
 * it.
 */
export function Breadcrumbs({ crumbs, label }: { crumbs: readonly Crumb[]; label?: string }) {
  const { t } = useTranslation()
  const isBetween = (index: number) => index > 0 && index < crumbs.length - 1
  return (
    <nav aria-label={label ?? t('ui.breadcrumbs')} className="@container -ms-1 w-full min-w-0">
      <ol className="flex min-w-0 items-center gap-1 font-medium">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          const isBack = index === crumbs.length - 2 && crumb.link !== undefined && !crumb.isCurrent
          const inside = (
            <>
              {isBack && <ChevronLeft aria-hidden className="size-4.5 sm:hidden" />}
              {crumb.icon && <span className={cx('contents', isBack && 'max-sm:hidden')}>{crumb.icon}</span>}
              <span dir="auto" className={cx('truncate', isBack && 'max-sm:sr-only')}>
                {crumb.label}
              </span>
            </>
          )
          return (
            <Fragment key={crumb.key}>
              {index > 0 && (
                <li
                  aria-hidden
                  className={cx('hidden text-faint sm:block', isBetween(index - 1) && betweenClass)}
                >
                  /
                </li>
              )}
              <li
                aria-current={last ? 'page' : undefined}
                className={cx(
                  crumbClass,
                  !last && (isBack ? backClass : 'hidden sm:flex'),
                  isBetween(index) && betweenClass,
                )}
              >
                {crumb.link ? crumb.link(inside) : <span className={insideClass}>{inside}</span>}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}

/**
 * In narrow bars, the crumbs between the first and the last one are hidden. Otherwise all crumbs would be
 * truncated to a letter.
 */
const betweenClass = 'sm:@max-[15rem]:hidden!'
const backClass = 'max-sm:shrink-0 max-sm:[&>a]:size-8! max-sm:[&>a]:justify-center'
const insideClass = 'flex h-6 min-w-0 items-center gap-1.5 px-1'
const crumbClass =
  'flex min-w-0 shrink sm:last:max-w-7/10 sm:last:shrink-0 [&>a]:flex [&>a]:h-6 [&>a]:min-w-0 [&>a]:items-center [&>a]:gap-1.5 [&>a]:rounded-sm [&>a]:px-1 [&>a]:transition-colors [&>a]:hover:bg-hover'
