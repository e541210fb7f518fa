import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Menu } from '../../platform/ui/Menu.tsx'

const actions = loadable(() => import('./ViewActions.tsx').then(({ ViewActions }) => ViewActions))
const form = loadable(() => import('./EditView.tsx').then(({ EditView }) => EditView))
const publishing = loadable(() => import('./PublishView.tsx').then(({ PublishView }) => PublishView))

interface ViewMenuProps {
  view: ViewRow
  /** Called before the view is deleted. */
  onDelete?: () => void
}

/** Menu with the actions of a view, on its row and on its screen. */
export function ViewMenu({ view, onDelete }: ViewMenuProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t('views.actionsOf', { name: view.name })} icon={<MoreHorizontal />} />}
      >
        <LazyComponent
          part={actions}
          props={{
            view,
            onEdit: () => setEditing(true),
            onPublish: () => setPublishing(true),
            ...(onDelete && { onDelete }),
          }}
        />
      </Menu>
      {isPublishing && (
        <LazyComponent part={publishing} props={{ view, onClose: () => setPublishing(false) }} />
      )}
      {isEditing && <LazyComponent part={form} props={{ view, onClose: () => setEditing(false) }} />}
    </>
  )
}
