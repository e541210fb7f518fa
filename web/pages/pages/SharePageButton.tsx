import { useAtomValue } from 'jotai'
import { UserPlus } from 'lucide-react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { pageRightsAtom } from './atoms.ts'
import { openPageSharing } from './share-dialog.ts'

/**
 * A button that opens the share dialog. Only users who can share the page see it. On phones, the menu of the
 * page contains this action instead.
 */
export function SharePageButton({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const { share } = useAtomValue(pageRightsAtom(page.id))
  if (!share) return null
  return (
    <IconButton
      className="max-sm:hidden"
      label={t('pages.share.title')}
      icon={<UserPlus />}
      onClick={() => openPageSharing(page.id)}
    />
  )
}
