import { useCallback } from 'react'
import type { InstanceWorkspace } from '#common/operation/instance/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { WorkspaceLogo } from '../../platform/shell/WorkspaceLogo.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { formatFileSize } from '../../platform/uploads/file-size.ts'
import { NewWorkspace } from './NewWorkspace.tsx'
import { SearchableList, useDebouncedSearchText } from './SearchableList.tsx'
import { usePagedRows } from './use-paged-rows.ts'

/** Screen `/admin/workspaces` with all workspaces, their owners and sizes. */
export function WorkspacesScreen() {
  const { t } = useTranslation()
  const { typed, search, type } = useDebouncedSearchText()
  const paged = usePagedRows(
    useCallback((query) => request('listInstanceWorkspaces', { query }), []),
    search,
  )
  return (
    <SettingsSection title={t('instance.sections.workspaces')} action={<NewWorkspace onDone={paged.retry} />}>
      <SearchableList label={t('instance.findWorkspaces')} typed={typed} onType={type} paged={paged}>
        {(workspace) => <Line workspace={workspace} />}
      </SearchableList>
    </SettingsSection>
  )
}

function Line({ workspace }: { workspace: InstanceWorkspace }) {
  const { t, i18n } = useTranslation()
  const { name, slug, logo_url, owner, total_members, total_projects, storage, created_at } = workspace
  const facts = [
    ...(owner === null ? [] : [t('instance.ownedBy', { name: displayNameOf(owner), email: owner.email })]),
    t('instance.members', { count: total_members }),
    t('instance.projects', { count: total_projects }),
    formatFileSize(storage),
    t('instance.made', { when: timeAgo(created_at, i18n.language) }),
  ]
  return (
    <>
      <WorkspaceLogo logo={logo_url} size={28} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="font-medium wrap-anywhere">
            {name}
          </span>
          <span className="text-sm text-faint wrap-anywhere">/{slug}</span>
        </p>
        <p className="text-sm text-soft wrap-anywhere">{facts.join(' · ')}</p>
      </div>
    </>
  )
}
