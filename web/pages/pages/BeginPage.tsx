import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { FileText } from 'lucide-react'
import { filesInHtml } from '#common/documents/content/pictures.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { sharePictures } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { fillPage, isBlank } from './fill-page.ts'
import { PageTemplatePicker, usePageTemplates } from './PageTemplatePicker.tsx'
import { takeBeginning } from './take-beginning.ts'
import { readBeginning } from './templates.ts'

interface BeginPageProps {
  editor: Editor
  page: PageRow
  projectId: string | null
}

/** Suggests templates below an empty page. */
export function BeginPage(props: BeginPageProps) {
  const isShown = useEditorState({
    editor: props.editor,
    selector: ({ editor }) => editor.isEditable && isBlank(editor.state.doc),
  })
  return isShown && <Templates {...props} />
}

/** Number of templates shown as buttons. The others are in a picker. */
const inSight = 5

function Templates({ editor, page, projectId }: BeginPageProps) {
  const { t } = useTranslation()
  const { choices } = usePageTemplates(projectId)
  const choose = async (template: string) => {
    const begins = await readBeginning(template)
    if (begins === null || editor.isDestroyed) return
    const along = await takeBeginning(page, ySyncPluginKey.getState(editor.state).doc, begins)
    if (editor.isDestroyed) return
    if (!fillPage(editor, begins.html, along))
      return toast.message(t('pages.notEmpty'), { text: t('pages.notEmptyText') })
    const target = {
      entity_type: 'PAGE_DESCRIPTION',
      entity_identifier: page.id,
      project_id: projectId,
    } as const
    await sharePictures(filesInHtml(begins.html), target)
  }
  return (
    <section aria-label={t('pages.startFrom')} className="flex flex-col gap-2 pt-2">
      <h2 className="text-sm text-faint">{t('pages.startFrom')}</h2>
      <div className="flex flex-wrap gap-2">
        {choices.slice(0, inSight).map(({ value, name, logo }) => (
          <Button
            key={value}
            size="sm"
            icon={<ProjectLogo logo={logo} name={name} fallback={<FileText />} />}
            onClick={() => void choose(value)}
          >
            {name}
          </Button>
        ))}
        {choices.length > inSight && (
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
