import { useAtom, useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import type { ListedVersion } from '../../../documents/versions/format-full-date-time.ts'
import { VersionsDialog } from '../../../documents/versions/VersionsDialog.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { pageRightsAtom } from '../atoms.ts'
import { pageHistoryDialogAtom } from '../history-dialog.ts'
import {
  loadPageVersions,
  namePageVersion,
  projectIdsAt,
  readPageVersion,
  restorePageVersion,
} from './actions.ts'
import { pageVersionsAtom } from './atoms.ts'

/**
 * The dialog with the versions of a page. The "Version history" entry in page menus and the button below a page
 * open it.
 */
export function PageHistory() {
  const [open, setOpen] = useAtom(pageHistoryDialogAtom)
  const page = useAtomValue(tables.pages.rowAtom(open?.pageId ?? ''))
  if (page === undefined) return null
  return <HistoryDialog key={page.id} page={page} since={open?.since ?? null} onClose={() => setOpen(null)} />
}

interface HistoryDialogProps {
  page: PageRow
  since: string | null
  onClose: () => void
}

function HistoryDialog({ page, since, onClose }: HistoryDialogProps) {
  const { t } = useTranslation()
  const { id, project_ids } = page
  const place = project_ids[0] ?? null
  const rights = useAtomValue(pageRightsAtom(id))
  const versions = useAtomValue(pageVersionsAtom(id))
  const loaded = useLoadState(
    useCallback(() => loadPageVersions({ id, project_ids: projectIdsAt(place) }), [id, place]),
  )
  const readText = useCallback(
    (version: ListedVersion) => readPageVersion({ id, project_ids: projectIdsAt(place) }, version.id),
    [id, place],
  )
  const why = page.archived_at !== null ? t('versions.page.isArchived') : t('versions.page.isLocked')
  return (
    <VersionsDialog
      kind="page"
      of={<bdi>{page.name || t('pages.untitled')}</bdi>}
      versions={versions}
      since={since}
      loaded={loaded}
      readText={readText}
      onRestore={rights.write ? (version) => void restorePageVersion(page, version) : undefined}
      onName={rights.write ? (version, name) => void namePageVersion(page, version, name) : undefined}
      note={rights.manage ? why : undefined}
      onClose={onClose}
    />
  )
}
