import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { quickLinksLimit } from '#common/personal/quick-links/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { createQuickLink, loadQuickLinks } from './actions.ts'
import { quickLinksAtom } from './atoms.ts'
import { lazyLinkForm, quickLinkFormProps } from './form.ts'
import { QuickLinkEntry } from './QuickLinkEntry.tsx'

/** The user's quick links on the home screen, updated live. */
export function QuickLinks() {
  const { t } = useTranslation()
  const loaded = useLoadState(loadQuickLinks)
  const links = useAtomValue(quickLinksAtom)
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  return (
    <section aria-labelledby="quick-links" aria-busy={loaded.status === 'loading'}>
      <div className="mb-2 flex h-control items-center">
        <h2 id="quick-links" className="font-strong">
          {t('quickLinks.title')}
        </h2>
        {links.length > 0 && links.length < quickLinksLimit && (
          <IconButton className="ms-auto" label={t('quickLinks.add')} icon={<Plus />} onClick={add} />
        )}
      </div>
      {links.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
          {links.map((link, at) => (
            <li key={link.id} className="min-w-0">
              <QuickLinkEntry link={link} isFirst={at === 0} isLast={at === links.length - 1} />
            </li>
          ))}
        </ul>
      ) : (
        <LoadedContent of={loaded} skeleton={<Skeleton className="h-11 w-full max-w-70 rounded-md" />}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line border-dashed px-3.5 py-3 text-soft">
            <p className="min-w-50 flex-1">{t('quickLinks.empty')}</p>
            <Button icon={<Plus />} onClick={add}>
              {t('quickLinks.add')}
            </Button>
          </div>
        </LoadedContent>
      )}
      {isAdding && (
        <LazyComponent
          part={lazyLinkForm}
          props={{
            title: t('quickLinks.addTitle'),
            submit: t('quickLinks.add'),
            ...quickLinkFormProps(null),
            onSubmit: (named) => void createQuickLink(named),
            onClose: () => setAdding(false),
          }}
        />
      )}
    </section>
  )
}
