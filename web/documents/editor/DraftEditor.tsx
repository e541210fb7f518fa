import type { RefObject } from 'react'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { StoredDocument } from './StoredDocument.tsx'

export interface DraftEditorProps {
  /** The initial text. */
  html: string
  /** Called with the current HTML, or an empty string for an empty text. */
  onChange: (html: string) => void
  /** The project whose members can be mentioned, or null for all members of the workspace. */
  projectId: string | null
  /** The entity type under which pictures are uploaded until the text is sent. */
  pictures: 'COMMENT_DESCRIPTION' | 'DRAFT_ISSUE_DESCRIPTION' | 'TEMPLATE_DESCRIPTION'
  /** Receives a function that opens the file dialog and inserts the chosen pictures at the caret. */
  pick?: RefObject<(() => void) | null>
  label: string
  placeholder: string
  /**
   * Called when the user presses Ctrl or ⌘ with Enter. Without this function, these keys submit the surrounding form.
   */
  onSend?: () => void
  /**
   * If true, Enter sends the text if it would otherwise start a new paragraph. In lists and code, for example, Enter
   * still starts a new line.
   */
  enterSends?: boolean
  /** If true, the editor takes the focus as soon as it is shown, with the caret at the end of the text. */
  takesFocus?: boolean
}

const editor = loadable(async () => (await import('./LocalEditor.tsx')).LocalEditor)

/** The editor of an unsent text, which is not collaborative. The text becomes a document when it is sent. */
export function DraftEditor(props: DraftEditorProps) {
  return <LazyComponent part={editor} props={props} fallback={<StoredDocument html={props.html} isBusy />} />
}
