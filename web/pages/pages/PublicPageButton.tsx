import { useAtomValue } from 'jotai'
import { Globe } from 'lucide-react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { pageRightsAtom } from './atoms.ts'
import { openPagePublishing } from './publish-dialog.ts'

/**
 * Shows that everybody with the link can read the page. Users who can manage the page can click it to open the
 * publish settings.
 */
export function PublicPageButton({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const { manage } = useAtomValue(pageRightsAtom(page.id))
  if (page.publication === null) return null
  const label = t('pages.publish.isPublic')
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
  return <IconButton label={label} icon={<Globe />} onClick={() => openPagePublishing(page.id)} />
}
