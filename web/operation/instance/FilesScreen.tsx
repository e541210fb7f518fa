import { useCallback } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { formatFileSize } from '../../platform/uploads/file-size.ts'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'
import { SearchableList, useDebouncedSearchText } from './SearchableList.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { usePagedRows } from './use-paged-rows.ts'
import { useInstanceSettings } from './use-settings.ts'

/** Screen `/admin/files` with the size limits of files and the storage that each workspace uses. */
export function FilesScreen() {
  const { t } = useTranslation()
  const settings = useInstanceSettings()
  const { typed, search, type } = useDebouncedSearchText()
  const paged = usePagedRows(
    useCallback((query) => request('listInstanceWorkspaces', { query }), []),
    search,
  )
  return (
    <>
      <SettingsSection title={t('instance.limits')} text={t('instance.limitsText')}>
        <InstanceLoadedContent of={settings}>
          <SettingsForm rows={settings.of('files')} save={settings.save} />
        </InstanceLoadedContent>
      </SettingsSection>
      <SettingsSection title={t('instance.storage')} text={t('instance.storageText')}>
        <SearchableList label={t('instance.findWorkspaces')} typed={typed} onType={type} paged={paged}>
          {({ name, storage }) => (
            <>
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {name}
              </span>
              <span className="tabular text-soft">{formatFileSize(storage)}</span>
            </>
          )}
        </SearchableList>
      </SettingsSection>
    </>
  )
}
