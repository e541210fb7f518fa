import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type PickerOption, useLoadedOptions } from '../../platform/ui/picker-options.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { itemTriggerQuery } from './item-query.ts'
import { replaceQueryWithNode } from './replace-query.ts'
import { TriggerSuggestions } from './TriggerSuggestions.tsx'
import type { TypedQuery } from './typed-query.ts'

/** Suggests work items of all projects of the user after a `#`, by key and title. */
export function ItemSuggestions({ editor }: { editor: Editor }) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? itemTriggerQuery.in(current.state) : null),
  })
  return query && <Items editor={editor} query={query} />
}

function Items({ editor, query }: { editor: Editor; query: TypedQuery }) {
  const { t } = useTranslation()
  const { answer, loading } = useLoadedOptions(findItems, query.text, true)
  return (
    <TriggerSuggestions
      editor={editor}
      kind={itemTriggerQuery}
      query={query}
      label={t('editor.item.suggestions')}
      all={answer.options}
      emptyText={t(
        loading ? 'editor.item.loading' : answer.failed ? 'editor.item.failed' : 'editor.item.none',
      )}
      onChoose={(key) => replaceQueryWithNode(editor.view, itemTriggerQuery, editor.schema.text(key))}
    />
  )
}

async function findItems(query: string, signal: AbortSignal): Promise<PickerOption[]> {
  const { results } = await request(
    'findInWorkspace',
    { params: { slug: currentSlug() }, query: { query, kinds: 'issue,epic', of_each: '20' } },
    { signal },
  )
  return results.flatMap(({ key, title, state__group, archived_at }) =>
    key === null || archived_at !== null
      ? []
      : [
          {
            value: key,
            label: title,
            hint: key,
            // The user can also find an item by its number alone, without the identifier of the project.
            keywords: [key.slice(key.lastIndexOf('-') + 1)],
            icon: state__group && <StateIcon group={state__group} />,
          },
        ],
  )
}
