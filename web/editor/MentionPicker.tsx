import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { Avatar } from '../ui/Avatar.tsx'
import type { PickerOption } from '../ui/picker-options.ts'
import { peopleInAtom } from '../users/people.ts'
import { meAtom } from '../users/session.ts'
import { insertMention, mentionQuery } from './mention-query.ts'
import { QuerySuggestions } from './QuerySuggestions.tsx'
import type { TypedQuery } from './typed-query.ts'

interface MentionPickerProps {
  editor: Editor
  /** Whose people can be mentioned. */
  projectId: string
}

/** The people of the project, as soon as an `@` is typed. */
export function MentionPicker({ editor, projectId }: MentionPickerProps) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? mentionQuery.in(current.state) : null),
  })
  return query && <People editor={editor} projectId={projectId} query={query} />
}

function People({ editor, projectId, query }: MentionPickerProps & { query: TypedQuery }) {
  const { t } = useTranslation()
  return (
    <QuerySuggestions
      editor={editor}
      kind={mentionQuery}
      query={query}
      label={t('editor.mention.people')}
      all={usePeople(projectId)}
      emptyText={t('editor.mention.nobody')}
      onChoose={(value) => insertMention(editor.view, value)}
    />
  )
}

/** Oneself last: one seldom calls oneself. */
function usePeople(projectId: string): PickerOption[] {
  const people = useAtomValue(peopleInAtom(projectId))
  const me = useAtomValue(meAtom)?.id
  return useMemo(
    () =>
      people
        .toSorted((a, b) => Number(a.id === me) - Number(b.id === me))
        .map(({ id, display_name, first_name, last_name, avatar_url }) => {
          const fullName = `${first_name} ${last_name}`.trim()
          return {
            value: id,
            label: display_name,
            ...(fullName !== '' && fullName !== display_name && { hint: fullName }),
            icon: <Avatar id={id} name={display_name} src={avatar_url} size="xs" decorative />,
          }
        }),
    [people, me],
  )
}
