import { useRetryOnReconnect } from '../../platform/shell/use-retry-on-reconnect.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { EditorUser } from './remote-caret-extensions.ts'
import { StoredTitle } from './StoredTitle.tsx'

export interface DocumentTitleProps {
  /**
   * The document name `page:{id}` from `documentName`. The title and the text of a page belong to one
   * document.
   */
  name: string
  /** The stored title, which is shown until the live title is loaded. */
  stored: string
  editable: boolean
  user: EditorUser
  /** The accessible name of the title field. */
  label: string
  placeholder: string
  /** If true, the title takes the focus as soon as it can be edited. */
  takesFocus: boolean
  /** Called with the current title whenever anybody changes it. */
  onChange: (title: string) => void
  /** Called when the user presses Enter or arrow down in the title, which moves the caret into the text. */
  onEnter: () => void
}

/**
 * Exported so that other components can preload it before a click creates a page. The user types the title of
 * a new page immediately.
 */
export const lazyLiveTitle = loadable(async () => (await import('./LiveTitle.tsx')).LiveTitle)

/**
 * A collaborative title of one line. It is stored in the same document as the text of the page, but outside
 * of the text.
 */
export function DocumentTitle(props: DocumentTitleProps) {
  return (
    <LazyComponent
      key={`${props.name} ${props.user.id}`}
      part={lazyLiveTitle}
      props={props}
      fallback={<StoredTitle {...props} isBusy />}
      failure={(retry) => <TitleAgain {...props} retry={retry} />}
    />
  )
}

/**
 * Shows the stored title when the editor could not be loaded. The text of the page, below the title, shows
 * the error.
 */
function TitleAgain({ retry, ...props }: DocumentTitleProps & { retry: () => void }) {
  useRetryOnReconnect(retry)
  return <StoredTitle {...props} />
}
