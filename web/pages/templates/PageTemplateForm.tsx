import { useAtomValue, useSetAtom } from 'jotai'
import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import { coverOf } from '#common/pages/pages/style.ts'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { workItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { DraftEditor } from '../../documents/editor/DraftEditor.tsx'
import { comingPicturesAtom, pictureUrl } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { LabelsButton } from '../../work/labels/LabelsButton.tsx'
import { isAlike } from '../../work/work-items/sub-item-draft.ts'
import {
  createTemplate,
  emptyTemplate,
  openTemplate,
  type TemplateDialog,
  templateDialogAtom,
  updateTemplate,
} from '../../work/work-items/templates.ts'
import { useTemplateText } from './use-template-text.ts'

type Written = Pick<TemplateRow, 'name' | 'title' | 'logo_props' | 'label_ids' | 'view_props'>

/** The dialog in which the template of a page is written: its name, and the cover, icon, title, labels and text of the pages that are made of it. */
export function PageTemplateForm({ asked, begun }: { asked: TemplateDialog; begun: TemplateRow | null }) {
  const { t } = useTranslation()
  const projectId = asked.project_id
  const close = useSetAtom(templateDialogAtom)
  // What was there as it was opened: what others change meanwhile is not taken back by saving.
  const [before] = useState<Written>(() => writtenOf(begun ?? emptyTemplate))
  const [written, setWritten] = useState(() => (asked.written ? writtenOf(asked.written.fields) : before))
  const [tried, setTried] = useState(false)
  const { text, before: textBefore, setText, status, retry } = useTemplateText(begun, asked.written?.text)
  const set = (fields: Partial<Written>) => setWritten((now) => ({ ...now, ...fields }))
  const problem = workItemNameProblem(written.name)
  const cover = coverOf(written.view_props)
  const isReady = useAtomValue(comingPicturesAtom) === 0 && status === 'ready'

  /** What was written is not lost by one key. */
  function leave(): void {
    close(null)
    if (status !== 'ready' || (isAlike(written, before) && text === textBefore)) return
    const again = { ...asked, written: { fields: { ...emptyTemplate, ...written }, text } }
    toast.message(t(begun === null ? 'templates.discarded' : 'templates.changesDiscarded'), {
      id: 'template',
      action: { label: t('ui.undo'), onPress: () => openTemplate(again) },
    })
  }

  function submit(): void {
    setTried(true)
    if (problem !== null || !isReady) return
    close(null)
    const fields = { ...written, name: written.name.trim(), title: written.title.trim() }
    if (begun === null) return void createTemplate(projectId, { ...emptyTemplate, ...fields }, text, 'page')
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isAlike(value, before[name as keyof Written]),
    )
    const isTextNew = text !== textBefore
    if (changed.length > 0 || isTextNew)
      void updateTemplate(
        begun,
        Object.fromEntries(changed),
        isTextNew ? { before: textBefore, now: text } : undefined,
      )
  }

  return (
    <FormDialog
      title={t(begun === null ? 'templates.new' : 'templates.edit')}
      size="lg"
      keepsText
      onSubmit={submit}
      submit={t(begun === null ? 'templates.create' : 'templates.save')}
      disabled={!isReady}
      onClose={leave}
    >
      <div className="flex flex-col gap-3">
        <Field
          label={t('templates.name')}
          error={tried && problem ? t(`templates.nameProblem.${problem}`) : undefined}
        >
          <Input
            autoFocus
            value={written.name}
            maxLength={workItemNameLength}
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
                maxLength={workItemNameLength}
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
          {status === 'loading' && <Skeleton className="mt-2 w-3/5" />}
          {(status === 'error' || status === 'no_access') && <LoadError compact onRetry={retry} />}
          {status === 'ready' && (
            <DraftEditor
              html={text}
              projectId={projectId}
              pictures="TEMPLATE_DESCRIPTION"
              label={t('templates.pageText')}
              placeholder={t('templates.pageTextPlaceholder')}
              onChange={setText}
            />
          )}
        </div>
      </div>
    </FormDialog>
  )
}

/** It comes with the page that is saved as a template. */
function Cover({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
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
      <Button size="sm" className="absolute right-2 bottom-2" icon={<X />} onClick={onRemove}>
        {t('pages.cover.remove')}
      </Button>
    </div>
  )
}

function writtenOf({ name, title, logo_props, label_ids, view_props }: Written): Written {
  return { name, title, logo_props, label_ids, view_props }
}
