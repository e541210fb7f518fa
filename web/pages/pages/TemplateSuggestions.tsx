import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { FileText } from 'lucide-react'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { sharePictures } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { fillPageFromTemplate, isBlankDocument } from './fill-page.ts'
import { PageTemplatePicker, usePageTemplates } from './PageTemplatePicker.tsx'
import { createTemplateFieldsChange } from './template-fields-change.ts'
import { loadTemplateContent } from './templates.ts'

interface TemplateSuggestionsProps {
  editor: Editor
  page: PageRow
  projectId: string | null
}

/** Suggests templates below an empty page. */
export function TemplateSuggestions(props: TemplateSuggestionsProps) {
  const isShown = useEditorState({
    editor: props.editor,
    selector: ({ editor }) => editor.isEditable && isBlankDocument(editor.state.doc),
  })
  return isShown && <Templates {...props} />
}

/** Number of templates shown as buttons. The others are in a picker. */
const shownButtons = 5

function Templates({ editor, page, projectId }: TemplateSuggestionsProps) {
  const { t } = useTranslation()
  const { choices } = usePageTemplates(projectId)
  const choose = async (template: string) => {
    const content = await loadTemplateContent(template)
    if (content === null || editor.isDestroyed) return
    const linkedStep = await createTemplateFieldsChange(
      page,
      ySyncPluginKey.getState(editor.state).doc,
      content,
    )
    if (editor.isDestroyed) return
    if (!fillPageFromTemplate(editor, content.html, linkedStep))
      return toast.message(t('pages.notEmpty'), { text: t('pages.notEmptyText') })
    const target = {
      entity_type: 'PAGE_DESCRIPTION',
      entity_identifier: page.id,
      project_id: projectId,
    } as const
    await sharePictures(fileIdsInHtml(content.html), target)
  }
  return (
    <section aria-label={t('pages.startFrom')} className="flex flex-col gap-2 pt-2">
      <h2 className="text-sm text-faint">{t('pages.startFrom')}</h2>
      <div className="flex flex-wrap gap-2">
        {choices.slice(0, shownButtons).map(({ value, name, logo }) => (
          <Button
            key={value}
            size="sm"
            icon={<ProjectLogo logo={logo} name={name} fallback={<FileText />} />}
            onClick={() => void choose(value)}
          >
            {name}
          </Button>
        ))}
        {choices.length > shownButtons && (
          <PageTemplatePicker
            projectId={projectId}
            onChoose={(value) => void choose(value)}
            trigger={
              <Button size="sm" variant="ghost">
                {t('pages.allTemplates')}
              </Button>
            }
          />
        )}
      </div>
    </section>
  )
}
