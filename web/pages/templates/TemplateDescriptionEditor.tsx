import type { ComponentProps } from 'react'
import { DraftEditor } from '../../documents/editor/DraftEditor.tsx'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import type { useTemplateForm } from './use-template-form.ts'

interface TemplateDescriptionEditorProps
  extends Pick<ComponentProps<typeof DraftEditor>, 'projectId' | 'label' | 'placeholder'> {
  text: ReturnType<typeof useTemplateForm>['text']
}

/** Editor for the text of a template, once the text has been loaded. */
export function TemplateDescriptionEditor({
  text: { now, set, status, retry },
  ...editor
}: TemplateDescriptionEditorProps) {
  if (status === 'loading') return <Skeleton className="mt-2 w-3/5" />
  if (status !== 'ready') return <LoadError compact onRetry={retry} />
  return <DraftEditor {...editor} html={now} pictures="TEMPLATE_DESCRIPTION" onChange={set} />
}
