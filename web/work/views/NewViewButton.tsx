import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { defaultProperties } from '#common/work/user-properties/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { ButtonProps } from '../../platform/ui/Button.tsx'
import { canCreateViewAtom } from './atoms.ts'
import { SaveView } from './SaveView.tsx'

interface NewViewButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Null for a view of the workspace. */
  projectId: string | null
}

/** Creates a view of all work items, which the user then filters. Renders nothing without the permission. */
export function NewViewButton({ projectId, size, variant }: NewViewButtonProps) {
  const { t } = useTranslation()
  const canCreate = useAtomValue(canCreateViewAtom(projectId))
  if (!canCreate) return null
  const { preferences, ...settings } = defaultProperties(projectId === null ? 'all-issues' : 'project')
  return (
    <SaveView
      button={{
        ...(size && { size }),
        ...(variant && { variant }),
        icon: <Plus />,
        children: <span className="max-sm:sr-only">{t('views.new')}</span>,
      }}
      startsWith="all"
      projectId={projectId}
      settings={settings}
    />
  )
}
