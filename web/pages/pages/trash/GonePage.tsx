import { useAtomValue } from 'jotai'
import { Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { canManagePage } from '#common/pages/pages/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { buttonClass } from '../../../platform/ui/button-class.ts'
import { NoAccess } from '../../../platform/ui/NoAccess.tsx'
import { placeActorAtom } from '../atoms.ts'
import { pagesPath } from '../paths.ts'
import { restorePages } from './actions.ts'
import { useTrashedPages } from './use-trashed-pages.ts'

/** Replaces a page that does not exist. Everybody who could delete the page can restore it here. */
export function GonePage({ projectId, pageId }: { projectId: string | null; pageId: string }) {
  const { t } = useTranslation()
  const page = useTrashedPages(projectId, pageId).rows.find(({ id }) => id === pageId)
  const actor = useAtomValue(placeActorAtom(projectId))
  if (page === undefined) return <NoAccess title={t('pages.goneTitle')} text={t('pages.goneText')} />
  const canRestore = canManagePage(actor, page)
  return (
    <NoAccess
      title={t('trash.pages.goneTitle', { name: page.name || t('pages.untitled') })}
      text={t(canRestore ? 'trash.pages.goneText' : 'trash.pages.goneAsk')}
      action={
        canRestore ? (
          <Button variant="primary" icon={<Undo2 />} onClick={() => void restorePages([page])}>
            {t('trash.restore')}
          </Button>
        ) : (
          <Link className={buttonClass({})} to={pagesPath(projectId)}>
            {t('trash.pages.toPages')}
          </Link>
        )
      }
    />
  )
}
