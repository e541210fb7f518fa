import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { atom, useAtomValue } from 'jotai'
import { FilePlus } from 'lucide-react'
import { useMemo } from 'react'
import { newId } from '#common/platform/ids.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { TriggerSuggestions } from '../TriggerSuggestions.tsx'
import type { TypedQuery } from '../typed-query.ts'
import { linkedPagePath } from './linked-pages.ts'
import { insertPageLinkInSentence, pageTriggerQuery, replacePageLinksByName } from './page-query.ts'
import { usePageOptions } from './use-page-options.tsx'

interface PageSuggestionsProps {
  editor: Editor
  /** The project of the text, or null for a text of the workspace. */
  projectId: string | null
  /** The id of the edited page. It is null if the edited text does not belong to a page. */
  pageId: string | null
  canCreatePages: boolean
}

/** Suggests pages after `[[`. If no page has the typed name, the list can offer to create one. */
export function PageSuggestions(props: PageSuggestionsProps) {
  const query = useEditorState({
    editor: props.editor,
    selector: ({ editor }) => (editor.isFocused ? pageTriggerQuery.in(editor.state) : null),
  })
  return query && <Pages {...props} query={query} />
}

function Pages({
  editor,
  projectId,
  pageId,
  canCreatePages,
  query,
}: PageSuggestionsProps & { query: TypedQuery }) {
  const { t } = useTranslation()
  const { options, pathOf } = usePageOptions(projectId, pageId)
  const createLinkedPage = useCreateLinkedPage(projectId)
  const name = query.text.trim()
  const isNew = name !== '' && !options.some(({ label }) => label.toLowerCase() === name.toLowerCase())
  const creation =
    createLinkedPage && canCreatePages && isNew
      ? { value: createValue, label: t('editor.page.create', { name }), icon: <FilePlus /> }
      : undefined
  const choose = async (value: string) => {
    if (value !== createValue) {
      insertPageLinkInSentence(editor.view, pageTriggerQuery, pathOf(value))
      return
    }
    if (!createLinkedPage) return
    // The link is inserted before the server answers, so that it never replaces text typed in the meantime.
    const id = newId()
    const path = linkedPagePath(projectId, id)
    insertPageLinkInSentence(editor.view, pageTriggerQuery, path)
    let isCreated = false
    try {
      isCreated = await createLinkedPage(id, name, pageId)
    } finally {
      if (!isCreated && !editor.isDestroyed && editor.isEditable)
        editor.view.dispatch(replacePageLinksByName(editor.state, path, name))
    }
  }
  return (
    <TriggerSuggestions
      editor={editor}
      kind={pageTriggerQuery}
      query={query}
      label={t('editor.page.suggestions')}
      all={options}
      last={creation}
      emptyText={t('editor.page.none')}
      onChoose={(value) => void choose(value)}
    />
  )
}

const createValue = 'create'

/** Returns a function that creates a page, or undefined if the user cannot create pages here. */
function useCreateLinkedPage(projectId: string | null) {
  const features = useFeatures()
  return useAtomValue(
    useMemo(
      () =>
        atom((get) => ({
          create: features
            .map(({ linkedPageCreation }) => linkedPageCreation?.(get, projectId))
            .find((create) => create !== undefined),
        })),
      [features, projectId],
    ),
  ).create
}
