import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { requestNewSticky } from './request-new-sticky.ts'
import { StickyGrid } from './StickyGrid.tsx'
import { useStickies } from './use-stickies.ts'

/** Maximum number of stickies on the home screen. A link opens the screen with all of them. */
const shownAtMost = 4

/** The latest stickies on the home screen. */
export function HomeStickies() {
  const { t } = useTranslation()
  const { stickies, status, retry } = useStickies('')
  const shown = stickies.slice(0, shownAtMost)
  return (
    <section aria-labelledby="home-stickies" aria-busy={status === 'loading'}>
      <div className="mb-2 flex h-control items-center gap-2">
        <h2 id="home-stickies" className="font-strong">
          {t('stickies.title')}
        </h2>
        {stickies.length > 0 && (
          <>
            <Link
              to={`/${currentSlug()}/stickies`}
              className="ms-auto rounded-sm px-1.5 text-sm font-medium text-accent-text hover:underline"
            >
              {t('stickies.all')}
            </Link>
            <IconButton label={t('stickies.new')} keys="n s" icon={<Plus />} onClick={requestNewSticky} />
          </>
        )}
      </div>
      {status === 'loading' && stickies.length === 0 ? (
        <Skeleton shape="card" className="h-44 max-w-70" />
      ) : status === 'error' && stickies.length === 0 ? (
        <LoadError onRetry={retry} />
      ) : (
        <StickyGrid
          stickies={shown}
          isWhole={shown.length === stickies.length}
          empty={
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line border-dashed px-3.5 py-3 text-soft">
              <p className="min-w-50 flex-1">{t('stickies.emptyText')}</p>
              <Button icon={<Plus />} onClick={requestNewSticky}>
                {t('stickies.new')}
              </Button>
            </div>
          }
        />
      )}
    </section>
  )
}
