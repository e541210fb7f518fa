import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button, type ButtonProps } from '../../platform/ui/Button.tsx'
import { canCreateViewAtom } from './atoms.ts'
import { openNewViewDialog } from './open-new-view.ts'

interface NewViewButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Is null for a view of the workspace. */
  projectId: string | null
}

/**
 * Button that creates a view of all work items, which the user then filters. Renders nothing if the user may
 * not create views.
 */
export function NewViewButton({ projectId, size, variant }: NewViewButtonProps) {
  const { t } = useTranslation()
  const canCreate = useAtomValue(canCreateViewAtom(projectId))
  if (!canCreate) return null
  return (
    <Button
      {...(size && { size })}
      {...(variant && { variant })}
      icon={<Plus />}
      keys="n v"
      aria-haspopup="dialog"
      onClick={() => openNewViewDialog(projectId)}
    >
      <span className="max-sm:sr-only">{t('views.new')}</span>
    </Button>
  )
}
