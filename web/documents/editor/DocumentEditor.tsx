import type { Editor } from '@tiptap/core'
import { Component, type ReactNode } from 'react'
import { t } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { EditorUser } from './remote-caret-extensions.ts'
import { StoredDocument } from './StoredDocument.tsx'
import type { DocumentState } from './status.ts'

export interface DocumentEditorProps {
  /** The document name from `documentName`: `page:{id}` or `work_item:{id}`. */
  name: string
  /** The stored HTML, which is shown until the live document is loaded. */
  html?: string | null
  /** True if this user may edit according to the rules on the client. The server makes the final decision. */
  editable: boolean
  user: EditorUser
  /** The project whose members can be mentioned, or null for all members of the workspace. */
  projectId: string | null
  placeholder?: string
  /** The accessible name of the editor. */
  label?: string
  /** Creates a subpage of the edited page and returns its address, or null if that failed. */
  onSubPage?: () => Promise<string | null>
  onStatus?: (state: DocumentState) => void
  /**
   * Receives the editor while it is mounted, so that other components can use it. Pass the same function on
   * each render.
   */
  onEditor?: (editor: Editor | null) => void
  /** Starts a comment on the selected text. It is undefined if the user may not comment. */
  onComment?: (() => void) | undefined
}

const live = loadable(async () => (await import('./LiveEditor.tsx')).LiveEditor)

/** Loads the editor's code before a document is opened. */
export const preloadDocumentEditor = live.preload

/** A collaborative document. The editor's code is loaded when the first document is shown. */
export function DocumentEditor(props: DocumentEditorProps) {
  return (
    <EditorBoundary>
      <LazyComponent
        key={`${props.name} ${props.user.id}`}
        part={live}
        props={props}
        fallback={<StoredDocument html={props.html ?? ''} isBusy />}
        failure={(retry) => <LoadError compact title={t('editor.failed')} onRetry={retry} />}
      />
    </EditorBoundary>
  )
}

/** Catches errors of the editor, so that the rest of the screen keeps working. */
class EditorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorState title={t('editor.failed')} onRetry={() => location.reload()} />
  }
}
