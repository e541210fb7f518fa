import { useAtomValue } from 'jotai'
import { EyeOff, Globe, Link2, Lock, LockOpen, Pencil, Share2, Trash2 } from 'lucide-react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { SubscribeMenuItem } from '../../platform/shell/SubscribeMenuItem.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { AnalyzeMenuItem } from '../listing/AnalyzeMenuItem.tsx'
import { deleteView, setViewAccess, setViewLock } from './actions.ts'
import { isPrivateView, viewRightsAtom } from './atoms.ts'
import { viewPath } from './paths.ts'

export interface ViewActionsProps {
  view: ViewRow
  onEdit: () => void
  onPublish: () => void
  onDelete?: () => void
}

/** Content of a view's menu, loaded when the menu opens. */
export function ViewActions({ view, onEdit, onPublish, onDelete }: ViewActionsProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(viewRightsAtom(view.id))
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.origin + viewPath(view))
    toast.ok(t('views.linkCopied'))
  }
  const remove = () => {
    onDelete?.()
    void deleteView(view)
  }
  return (
    <>
      {rights.edit && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t('views.edit')}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink()}>
        {t('views.copyLink')}
      </MenuItem>
      <FavoriteMenuItem thing={{ type: 'view', ...view }} />
      {view.teamspace_id === null && (
        <AnalyzeMenuItem projectId={view.project_id} filters={view.rich_filters} />
      )}
      <SubscribeMenuItem target={{ kind: 'view', id: view.id }} />
      {rights.hold && (
        <>
          <MenuItem
            icon={isPrivateView(view) ? <Share2 /> : <EyeOff />}
            onSelect={() => void setViewAccess(view, isPrivateView(view) ? 1 : 0)}
          >
            {isPrivateView(view) ? t(shareLabel(view)) : t('views.makePrivate')}
          </MenuItem>
          <MenuItem
            icon={view.is_locked ? <LockOpen /> : <Lock />}
            onSelect={() => void setViewLock(view, !view.is_locked)}
          >
            {view.is_locked ? t('views.unlock') : t('views.lock')}
          </MenuItem>
        </>
      )}
      {(rights.publish || (view.anchor !== null && rights.delete)) && (
        <MenuItem icon={<Globe />} onSelect={onPublish}>
          {t(view.anchor === null ? 'views.publish' : 'views.publishing')}
        </MenuItem>
      )}
      {rights.delete && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={remove}>
            {t('views.delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}

function shareLabel({ project_id, teamspace_id }: ViewRow) {
  if (teamspace_id !== null) return 'views.shareWithTeamspace'
  return project_id === null ? 'views.shareWithWorkspace' : 'views.shareWithProject'
}
