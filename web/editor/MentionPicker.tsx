import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { matchingOptions, type PickerOption } from '../ui/picker-options.ts'
import { optionId, SuggestionList } from '../ui/SuggestionList.tsx'
import { peopleInAtom } from '../users/people.ts'
import { meAtom } from '../users/session.ts'
import { closeMention, insertMention, type MentionQuery, mentionQuery } from './mention-query.ts'

interface MentionPickerProps {
  editor: Editor
  /** Whose people can be mentioned. */
  projectId: string
}

/** The people of the project, as soon as an `@` is typed. Focus and keys stay in the text. */
export function MentionPicker({ editor, projectId }: MentionPickerProps) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? mentionQuery(current.state) : null),
  })
  return query && <People editor={editor} projectId={projectId} query={query} />
}

function People({ editor, projectId, query }: MentionPickerProps & { query: MentionQuery }) {
  const { t } = useTranslation()
  const id = useId()
  const people = usePeople(projectId)
  const options = useMemo(() => matchingOptions(people, query.text), [people, query.text])
  const [marked, setMarked] = useState({ text: query.text, value: '' })
  const active =
    options.find(({ value }) => marked.text === query.text && value === marked.value) ?? options[0]
  const mark = (value: string) => setMarked({ text: query.text, value })
  // Two words that name nobody are a sentence that goes on.
  const isShown = options.length > 0 || !query.text.includes(' ')

  const { view } = editor
  useEffect(() => {
    if (!isShown) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === 'Escape') closeMention(view)
      else if (active === undefined) return
      else if (step !== undefined) {
        const at = (options.indexOf(active) + step + options.length) % options.length
        setMarked({ text: query.text, value: options[at]?.value ?? '' })
      } else if (event.key === 'Enter' || event.key === 'Tab') insertMention(view, active.value)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    view.dom.addEventListener('keydown', onKeyDown, true)
    return () => view.dom.removeEventListener('keydown', onKeyDown, true)
  }, [view, isShown, options, active, query.text])

  const activeId = isShown && active !== undefined ? optionId(id, active.value) : null
  useEffect(() => {
    if (activeId === null) return
    view.dom.setAttribute('aria-controls', id)
    view.dom.setAttribute('aria-activedescendant', activeId)
    return () => {
      view.dom.removeAttribute('aria-controls')
      view.dom.removeAttribute('aria-activedescendant')
    }
  }, [view, id, activeId])

  const anchor = useMemo(
    () => ({ contextElement: view.dom, getBoundingClientRect: () => rectAt(editor, query.from) }),
    [editor, view, query.from],
  )
  return (
    isShown && (
      <SuggestionList
        id={id}
        label={t('editor.mention.people')}
        options={options}
        active={active?.value}
        anchor={anchor}
        emptyText={t('editor.mention.nobody')}
        onMark={mark}
        onChoose={(value) => insertMention(view, value)}
        onClose={() => closeMention(view)}
      />
    )
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

function rectAt(editor: Editor, position: number): DOMRect {
  const { view } = editor
  const { left, top, bottom } = view.coordsAtPos(Math.min(position, view.state.doc.content.size))
  return new DOMRect(left, top, 0, bottom - top)
}
