import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useMemo } from 'react'
import { t, useTranslation } from '../../locales/i18n.ts'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import type { TextUploadTarget } from '../files/pictures.ts'
import type { BlockPortals } from './blocks/block-portals.ts'
import { findColumnAtCaret } from './columns/column-commands.ts'
import { openDateEditor } from './dates/dates.ts'
import { emojiTriggerQuery } from './emoji-query.ts'
import { openFormulaEditor } from './formulas/formula-view.ts'
import { insertPageLink } from './page-lines/page-line-plugin.ts'
import { insertFileBlocks, insertFiles, pickFiles, pickPictures } from './pictures/add-pictures.ts'
import { getRecentBlocks, rememberRecentBlock } from './recent-blocks.ts'
import { slashBlocks } from './slash-blocks.tsx'
import { slashQuery } from './slash-query.ts'
import { TriggerSuggestions } from './TriggerSuggestions.tsx'
import { cellPositionAtCaret } from './tables/cell-range.ts'
import type { TypedQuery } from './typed-query.ts'

interface SlashMenuProps {
  editor: Editor
  portals: BlockPortals
  /** The entity to which inserted pictures belong, or null if the text accepts no pictures. */
  target: TextUploadTarget | null
  /** True if the text can contain links to pages. */
  hasPages: boolean
  /** Creates a subpage. Undefined if that is not possible. */
  onSubPage?: (() => Promise<string | null>) | undefined
}

/** Suggests blocks after a `/` at the beginning of a word. */
export function SlashMenu({ editor, ...rest }: SlashMenuProps) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? slashQuery.in(current.state) : null),
  })
  return query && <Blocks editor={editor} query={query} {...rest} />
}

function Blocks({
  editor,
  portals,
  query,
  target,
  hasPages,
  onSubPage,
}: SlashMenuProps & { query: TypedQuery }) {
  const { t: translate } = useTranslation()
  const isInTable = cellPositionAtCaret(editor.state) !== null
  const isInColumns = findColumnAtCaret(editor.state) !== null || isInTable
  const takesPictures = target !== null
  const hasBelow = onSubPage !== undefined
  const isTyped = query.text !== ''
  const all = useMemo(() => {
    const offered = slashBlocks()
      .filter(({ value }) => {
        const needed = {
          table: !isInTable,
          columns2: !isInColumns,
          columns3: !isInColumns,
          picture: takesPictures,
          file: takesPictures,
          pageLink: hasPages,
          subPage: hasBelow,
        }
        return !(value in needed) || needed[value as keyof typeof needed]
      })
      .map(({ make: _, ...option }) => option)
    return isTyped ? offered : recentFirst(offered)
  }, [isInTable, isInColumns, takesPictures, hasPages, hasBelow, isTyped])
  /** The actions that run after the user has chosen a block, such as opening a dialog. */
  const follow: Record<string, () => unknown> = {
    blockMath: () => openFormulaEditor(editor.view),
    inlineMath: () => openFormulaEditor(editor.view),
    date: () => openDateEditor(editor.view),
    video: () => portals.video.set(true),
    pageLink: () => portals.page.set(true),
    subPage: () => void addSubPage(editor, onSubPage),
    emoji: () => emojiTriggerQuery.call(editor.view, ':'),
    picture: () => target !== null && pickPictures((files) => void insertFiles(editor.view, files, target)),
    file: () => target !== null && pickFiles((files) => void insertFileBlocks(editor.view, files, target)),
  }
  const choose = (value: string) => {
    const block = slashBlocks().find((each) => each.value === value)
    const found = slashQuery.in(editor.state)
    if (!block || !found) return
    rememberRecentBlock(value)
    block.make(editor.chain().focus().deleteRange(found)).run()
    follow[value]?.()
  }
  return (
    <TriggerSuggestions
      editor={editor}
      kind={slashQuery}
      query={query}
      label={translate('editor.blocks')}
      all={all}
      emptyText={translate('editor.noBlock')}
      onChoose={choose}
    />
  )
}

/** Creates a subpage and then inserts a line with a link to it. */
async function addSubPage(editor: Editor, make?: () => Promise<string | null>): Promise<void> {
  const path = (await make?.()) ?? null
  if (path === null || editor.isDestroyed || !editor.isEditable) return
  const transaction = insertPageLink(editor.state, path)
  if (transaction) editor.view.dispatch(transaction)
}

/**
 * Shows the most recently used blocks first, in a separate group. As soon as something is typed, the
 * suggestions are not grouped.
 */
function recentFirst(offered: PickerOption[]): PickerOption[] {
  const recent = getRecentBlocks().flatMap((value) => offered.find((option) => option.value === value) ?? [])
  if (recent.length === 0) return offered
  const others = offered.filter((option) => !recent.includes(option))
  return [
    ...recent.map((option) => ({ ...option, group: t('editor.recentBlocks') })),
    ...others.map((option) => ({ ...option, group: t('editor.allBlocks') })),
  ]
}
