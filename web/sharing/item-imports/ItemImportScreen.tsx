import { useAtomValue } from 'jotai'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { isItemImportRunning } from '#common/sharing/item-imports/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { tables } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { loadItemImports } from './actions.ts'
import { importFormatName } from './format-names.ts'
import { ItemImportProgress } from './ItemImportProgress.tsx'
import { ItemImportReport } from './ItemImportReport.tsx'
import { ItemImportSetup } from './ItemImportSetup.tsx'

/** Screen `/{slug}/settings/imports/{id}`: the settings of an import, then its progress, then its report. */
export function ItemImportScreen() {
  const { importId = '' } = useParams()
  return (
    <WorkspaceSettingsScreen forMembers>
      <Whole key={importId} id={importId} />
    </WorkspaceSettingsScreen>
  )
}

function Whole({ id }: { id: string }) {
  const { t, i18n } = useTranslation()
  const loaded = useLoadState(loadItemImports)
  const row = useAtomValue(tables.item_imports.rowAtom(id))
  const project = useAtomValue(tables.projects.rowAtom(row?.project_id ?? ''))
  const list = `/${currentSlug()}/settings/imports`
  const back = (
    <Link
      to={list}
      className="touch-target relative inline-flex items-center gap-1.5 self-start rounded-sm text-soft hover:text-text"
    >
      <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden />
      {t('itemImports.title')}
    </Link>
  )
  if (row === undefined)
    return (
      <LoadedContent of={loaded}>
        <NotFoundState title={t('itemImports.gone')} text={t('itemImports.goneText')} action={back} />
      </LoadedContent>
    )
  return (
    <div className="flex flex-col gap-3">
      {back}
      <SettingsSection
        title={<bdi>{row.name}</bdi>}
        text={[
          project?.name,
          row.format === null ? null : importFormatName(row.format, t),
          timeAgo(row.created_at, i18n.language),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        {row.status === 'draft' && <ItemImportSetup row={row} />}
        {isItemImportRunning(row) && <ItemImportProgress row={row} />}
        {row.status !== 'draft' && !isItemImportRunning(row) && (
          <ItemImportReport key={row.status} row={row} />
        )}
      </SettingsSection>
    </div>
  )
}
