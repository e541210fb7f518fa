import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { editView } from './actions.ts'
import { ViewForm } from './ViewForm.tsx'

export interface EditViewProps {
  view: ViewRow
  onClose: () => void
}

/** Form for the name, icon and description of a view. */
export function EditView({ view, onClose }: EditViewProps) {
  const { t } = useTranslation()
  return (
    <ViewForm
      title={t('views.editTitle')}
      submit={t('views.save')}
      beginsAs={view}
      onClose={onClose}
      onSubmit={async (named) => {
        // The change is shown optimistically. If the server rejects the change, it is reverted with a
        // message.
        const isChanged = named.name !== view.name || named.description !== view.description
        if (isChanged || named.logo_props !== view.logo_props) void editView(view, named)
        return true
      }}
    />
  )
}
