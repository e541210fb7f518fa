import { useAtomValue } from 'jotai'
import { Globe } from 'lucide-react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { pageRightsAtom } from './atoms.ts'
import { openPagePublishing } from './publish-dialog.ts'
import { publicThroughAtom } from './published-trees.ts'

/**
 * Shows that everybody with the link of the page, or of a page above it, can read the page. Users who can manage the
 * published page can click it to open the publish settings.
 */
export function PublicPageButton({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const through = useAtomValue(publicThroughAtom(page.id))
  // The link of a published page may not work any more. Its settings explain this.
  const published = through ?? (page.publication === null ? null : page)
  const { manage } = useAtomValue(pageRightsAtom(published?.id ?? page.id))
  if (published === null) return null
  const label =
    published.id === page.id
      ? t('pages.publish.isPublic')
      : t('pages.publish.isPublicThrough', { name: published.name || t('pages.untitled') })
  if (!manage)
    return (
      <span
        role="img"
        aria-label={label}
        title={label}
        className="grid size-7 place-items-center text-icon-faint"
      >
        <Globe aria-hidden className="size-4" />
      </span>
    )
  return <IconButton label={label} icon={<Globe />} onClick={() => openPagePublishing(published.id)} />
}
