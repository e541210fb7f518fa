import { useAgain } from '../../platform/shell/use-again.ts'
import { LazyPart } from '../../platform/ui/LazyPart.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { EditorUser } from './carets.ts'
import { StoredTitle } from './StoredTitle.tsx'

export interface DocumentTitleProps {
  /** `page:{id}`, from `documentName`: the same document as the text below it. */
  name: string
  /** The stored title, shown in the same place and type until the live one is there. */
  stored: string
  editable: boolean
  user: EditorUser
  /** Its name for screen readers. */
  label: string
  placeholder: string
  /** Takes the focus as soon as it can be typed in. */
  takesFocus: boolean
  /** Called with the title as it is typed, by whoever. */
  onChange: (title: string) => void
  /** Where the caret goes from the title. */
  onEnter: () => void
}

/** Fetched ahead where a press makes a page: its title is typed at once. */
export const liveTitle = loadable(async () => (await import('./LiveTitle.tsx')).LiveTitle)

/** A co-edited title: one line of the document that has no place in its text. */
export function DocumentTitle(props: DocumentTitleProps) {
  return (
    <LazyPart
      key={`${props.name} ${props.user.id}`}
      part={liveTitle}
      props={props}
      fallback={<StoredTitle {...props} isBusy />}
      failure={(retry) => <TitleAgain {...props} retry={retry} />}
    />
  )
}

/** The text below says that the editor did not load; the title can at least be read. */
function TitleAgain({ retry, ...props }: DocumentTitleProps & { retry: () => void }) {
  useAgain(retry)
  return <StoredTitle {...props} />
}
