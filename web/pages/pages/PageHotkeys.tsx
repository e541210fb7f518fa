import { useAtomValue } from 'jotai'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import {
  archivePage,
  copyPageLink,
  pageVisibilityMessage,
  setPageAccess,
  setPageLock,
  unarchivePage,
} from './actions.ts'
import { isPrivatePage, pageRightsAtom } from './atoms.ts'
import { pageShortcuts } from './shortcuts.ts'

/** Registers keyboard shortcuts for the open page. Disables a shortcut if the user may not run its action. */
export function PageHotkeys({ page, projectId }: { page: PageRow; projectId: string | null }) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageRightsAtom(page.id))
  const group = t('pages.page')
  const isArchived = page.archived_at !== null
  useHotkey(pageShortcuts.lock, () => void setPageLock(page, !page.is_locked), {
    enabled: rights.manage && !isArchived,
    group,
    description: t(page.is_locked ? 'pages.unlock' : 'pages.lock'),
  })
  useHotkey(pageShortcuts.access, () => void setPageAccess(page, isPrivatePage(page) ? 0 : 1), {
    enabled: rights.share,
    group,
    description: isPrivatePage(page) ? pageVisibilityMessage(page, 'makePublic') : t('pages.makePrivate'),
  })
  useHotkey(pageShortcuts.archive, () => void (isArchived ? unarchivePage(page) : archivePage(page)), {
    enabled: rights.manage,
    group,
    description: t(isArchived ? 'pages.unarchive' : 'pages.archive'),
  })
  useHotkey(pageShortcuts.link, () => void copyPageLink(page, projectId), {
    whileTyping: true,
    group,
    description: t('pages.copyLink'),
  })
  return null
}
