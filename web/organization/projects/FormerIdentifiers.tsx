import { useCallback, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'

/** Former identifiers that still redirect to the project's items. Renders nothing if there are none. */
export function FormerIdentifiers({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [former, setFormer] = useState<string[]>([])
  const [leaving, setLeaving] = useState<string | null>(null)
  const { id, updated_at } = project
  useLoadState(
    useCallback(async () => {
      // Loads again after the identifier has changed, because the list then contains the previous identifier.
      // `updated_at` changes once the server has stored the project.
      void updated_at
      const params = { slug: currentSlug(), project_id: id }
      setFormer((await request('listFormerIdentifiers', { params })).map((one) => one.identifier))
    }, [id, updated_at]),
  )

  async function letGo(wanted: string): Promise<void> {
    const params = { slug: currentSlug(), project_id: id }
    try {
      await request('releaseIdentifier', { params, body: { identifier: wanted } })
    } catch {
      toast.error(t('projectSettings.notLetGo', { key: wanted }))
      return
    }
    setFormer((all) => all.filter((one) => one !== wanted))
    toast.ok(t('projectSettings.letGoDone', { key: wanted }))
  }

  if (former.length === 0) return null
  return (
    <SettingsSection
      title={t('projectSettings.former')}
      label={t('projectSettings.former')}
      text={t('projectSettings.formerText')}
    >
      <ul className="flex flex-col rounded-lg border border-line">
        {former.map((one) => (
          <li
            key={one}
            className="flex min-h-10 items-center justify-between gap-3 border-line px-3 not-first:border-t"
          >
            <span className="tabular">{one}</span>
            <Button size="sm" onClick={() => setLeaving(one)}>
              {t('projectSettings.letGo')}
            </Button>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('projectSettings.letGoTitle', { key: leaving ?? '' })}
        text={t('projectSettings.letGoText', { key: leaving ?? '' })}
        confirmLabel={t('projectSettings.letGo')}
        danger
        onConfirm={async () => {
          if (leaving !== null) await letGo(leaving)
          setLeaving(null)
        }}
      />
    </SettingsSection>
  )
}
