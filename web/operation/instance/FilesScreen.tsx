import { useCallback } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { fileSize } from '../../platform/uploads/file-size.ts'
import { Found, useSearch } from './Found.tsx'
import { InstancePart, UntilLoaded } from './InstancePart.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { usePaged } from './use-paged.ts'
import { useSettings } from './use-settings.ts'

/** Screen `/admin/files` with the size limits of files and the storage that each workspace uses. */
export function FilesScreen() {
  const { t } = useTranslation()
  const settings = useSettings()
  const { typed, search, type } = useSearch()
  const paged = usePaged(
    useCallback((query) => request('listInstanceWorkspaces', { query }), []),
    search,
  )
  return (
    <>
      <InstancePart title={t('instance.limits')} text={t('instance.limitsText')}>
        <UntilLoaded of={settings}>
          <SettingsForm rows={settings.of('files')} save={settings.save} />
        </UntilLoaded>
      </InstancePart>
      <InstancePart title={t('instance.storage')} text={t('instance.storageText')}>
        <Found label={t('instance.findWorkspaces')} typed={typed} onType={type} paged={paged}>
          {({ name, storage }) => (
            <>
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {name}
              </span>
              <span className="tabular text-soft">{fileSize(storage)}</span>
            </>
          )}
        </Found>
      </InstancePart>
    </>
  )
}
