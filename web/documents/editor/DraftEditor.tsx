import type { RefObject } from 'react'
import { LazyPart } from '../../platform/ui/LazyPart.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { StoredDocument } from './StoredDocument.tsx'

export interface DraftEditorProps {
  /** The text to begin with. */
  html: string
  /** Called with the text as it is written; empty where nothing is. */
  onChange: (html: string) => void
  /** The project whose people can be mentioned; null for those of the workspace. */
  projectId: string | null
  /** What its pictures belong to until it is sent. */
  pictures: 'COMMENT_DESCRIPTION' | 'DRAFT_ISSUE_DESCRIPTION' | 'TEMPLATE_DESCRIPTION'
  /** Filled with what asks for pictures of this device, to put them in at the caret. */
  pick?: RefObject<(() => void) | null>
  label: string
  placeholder: string
  /** Called by the keys that send the text. Without it they are those of the form around it. */
  onSend?: () => void
  /** Enter alone sends as well, where it would begin another paragraph. */
  enterSends?: boolean
  /** Has the caret as soon as it is shown, behind what is written. */
  takesFocus?: boolean
}

const editor = loadable(async () => (await import('./LocalEditor.tsx')).LocalEditor)

/** A text of one person that nobody else sees yet, written as every other: it becomes a document when it is sent. */
export function DraftEditor(props: DraftEditorProps) {
  return <LazyPart part={editor} props={props} fallback={<StoredDocument html={props.html} isBusy />} />
}
