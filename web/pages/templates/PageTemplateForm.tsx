import { FileText, X } from 'lucide-react'
import { parsePageCover } from '#common/pages/pages/style.ts'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import { pictureUrl } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { LabelsButton } from '../../work/labels/LabelsButton.tsx'
import type { TemplateDialog } from '../../work/work-items/templates.ts'
import { TemplateDescriptionEditor } from './TemplateDescriptionEditor.tsx'
import { useTemplateForm } from './use-template-form.ts'

type FormValues = Pick<TemplateRow, 'name' | 'title' | 'logo_props' | 'label_ids' | 'view_props'>

/** Dialog to edit a page template: its name, and the cover, icon, title, labels and text of the pages created from it. */
export function PageTemplateForm({
  dialogState,
  existing,
}: {
  dialogState: TemplateDialog
  existing: TemplateRow | null
}) {
  const { t } = useTranslation()
  const projectId = dialogState.project_id
  const { written, set, nameProblem, text, dialog } = useTemplateForm<FormValues>({
    dialogState,
    existing,
    kind: 'page',
    toFormValues,
    toFields: unchanged,
    toStoredFields: unchanged,
  })
  const cover = parsePageCover(written.view_props)

  return (
    <FormDialog {...dialog}>
      <div className="flex flex-col gap-3">
        <Field label={t('templates.name')} error={nameProblem}>
          <Input
            autoFocus
            value={written.name}
            maxLength={maxWorkItemNameLength}
            placeholder={t('templates.pageNamePlaceholder')}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        {cover !== null && (
          <Cover id={cover} onRemove={() => set({ view_props: { ...written.view_props, cover: null } })} />
        )}
        <div className="flex gap-2">
          <LogoButton
            label={t('templates.pageTitle')}
            action={t('ui.logo.icon')}
            value={written.logo_props}
            name={written.title}
            fallback={<FileText />}
            onChange={(logo_props) => set({ logo_props })}
          />
          <div className="min-w-0 flex-1">
            <Field label={t('templates.pageTitle')}>
              <Input
                size="lg"
                value={written.title}
                maxLength={maxWorkItemNameLength}
                placeholder={t('templates.pageTitlePlaceholder')}
                onChange={(event) => set({ title: event.target.value })}
              />
            </Field>
          </div>
        </div>
        {projectId !== null && (
          <div className="flex px-1.5">
            <LabelsButton
              projectId={projectId}
              value={written.label_ids}
              onChange={(label_ids) => set({ label_ids })}
            />
          </div>
        )}
        <div className="max-h-[46dvh] min-h-48 overflow-y-auto px-0.5">
          <TemplateDescriptionEditor
            text={text}
            projectId={projectId}
            label={t('templates.pageText')}
            placeholder={t('templates.pageTextPlaceholder')}
          />
        </div>
      </div>
    </FormDialog>
  )
}

/**
 * A template gets its cover from the page that was saved as a template. The form can only remove the cover.
 */
function Cover({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a default border
    <div
      role="group"
      aria-label={t('pages.cover.title')}
      className="relative h-20 shrink-0 overflow-hidden rounded-md bg-sunken"
    >
      <img
        src={pictureUrl(id, { width: 1280 })}
        alt=""
        draggable={false}
        onError={({ currentTarget }) => currentTarget.classList.add('invisible')}
        className="size-full object-cover"
      />
      <Button size="sm" className="absolute end-2 bottom-2" icon={<X />} onClick={onRemove}>
        {t('pages.cover.remove')}
      </Button>
    </div>
  )
}

function toFormValues({ name, title, logo_props, label_ids, view_props }: FormValues): FormValues {
  return { name, title, logo_props, label_ids, view_props }
}

function unchanged(written: FormValues): FormValues {
  return written
}
