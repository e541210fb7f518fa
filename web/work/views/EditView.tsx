import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { editView } from './actions.ts'
import { ViewForm } from './ViewForm.tsx'

export interface EditViewProps {
  view: ViewRow
  onClose: () => void
}

/** Another name or icon for a view. */
export function EditView({ view, onClose }: EditViewProps) {
  const { t } = useTranslation()
  return (
    <ViewForm
      title={t('views.editTitle')}
      submit={t('views.save')}
      beginsAs={view}
      onClose={onClose}
      onSubmit={async (named) => {
        // It is shown at once; a refusal says so and puts it back.
        if (named.name !== view.name || named.logo_props !== view.logo_props) void editView(view, named)
        return true
      }}
    />
  )
}
