import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Ellipsis } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import { t, useTranslation } from '../../locales/i18n.ts'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import type { TextUploadTarget } from '../files/pictures.ts'
import type { BlockPortals } from './blocks/block-portals.ts'
import { findColumnAtCaret } from './columns/column-commands.ts'
import { openDateEditor } from './dates/dates.ts'
import { emojiTriggerQuery } from './emoji-query.ts'
import { openFormulaEditor } from './formulas/formula-view.ts'
import { DocumentPageContext } from './live-blocks/document-page.ts'
import { mentionTriggerQuery } from './mention-query.ts'
import { countUsedBlock, getMostUsedBlocks } from './most-used-blocks.ts'
import { insertPageLink } from './page-lines/page-line-plugin.ts'
import { insertFileBlocks, insertFiles, pickFiles, pickPictures } from './pictures/add-pictures.ts'
import { slashBlocks } from './slash-blocks.tsx'
import { slashQuery } from './slash-query.ts'
import { canContainSyncedBlock, findSyncedAround } from './synced/synced-commands.ts'
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
  /** True if the text can mention people. */
  hasMentions: boolean
  /** Creates a subpage. It is undefined if the user cannot create a subpage here. */
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
  hasMentions,
  onSubPage,
}: SlashMenuProps & { query: TypedQuery }) {
  const { t: translate } = useTranslation()
  const isInTable = cellPositionAtCaret(editor.state) !== null
  const isInColumns = findColumnAtCaret(editor.state) !== null || isInTable
  const takesPictures = target !== null
  const hasBelow = onSubPage !== undefined
  const hasLive = target !== null && !target.entity_type.startsWith('COMMENT')
  const page = use(DocumentPageContext)
  const canSync = canContainSyncedBlock(page) && findSyncedAround(editor.state.selection.$from) === null
  const [isExpanded, setExpanded] = useState(false)
  const hasAll = query.text !== '' || isExpanded
  const all = useMemo(() => {
    const offered = slashBlocks()
      .filter(({ value, isRare }) => {
        if (isRare && !hasAll) return false
        const needed = {
          table: !isInTable,
          columns2: !isInColumns,
          columns3: !isInColumns,
          picture: takesPictures,
          file: takesPictures,
          pageLink: hasPages,
          mention: hasMentions,
          subPage: hasBelow,
          contents: hasLive,
          pages: target?.entity_type === 'PAGE_DESCRIPTION',
          items: hasLive && hasPages,
          syncedBlock: canSync,
        }
        return !(value in needed) || needed[value as keyof typeof needed]
      })
      .map(({ make: _, isRare: __, ...option }) => option)
    return hasAll ? offered : mostUsedFirst([...offered, moreOption()])
  }, [
    isInTable,
    isInColumns,
    takesPictures,
    hasPages,
    hasMentions,
    hasBelow,
    hasLive,
    canSync,
    target?.entity_type,
    hasAll,
  ])
  /** The actions that run after the user has chosen a block, such as opening a dialog. */
  const follow: Record<string, () => unknown> = {
    blockMath: () => openFormulaEditor(editor.view),
    inlineMath: () => openFormulaEditor(editor.view),
    date: () => openDateEditor(editor.view),
    embed: () => portals.embed.set(true),
    items: () => portals.view.set(true),
    pageLink: () => portals.page.set(true),
    subPage: () => void addSubPage(editor, onSubPage),
    mention: () => mentionTriggerQuery.call(editor.view, '@'),
    emoji: () => emojiTriggerQuery.call(editor.view, ':'),
    picture: () => target !== null && pickPictures((files) => void insertFiles(editor.view, files, target)),
    file: () => target !== null && pickFiles((files) => void insertFileBlocks(editor.view, files, target)),
  }
  const choose = (value: string) => {
    if (value === moreValue) return setExpanded(true)
    const block = slashBlocks().find((each) => each.value === value)
    const found = slashQuery.in(editor.state)
    if (!block || !found) return
    countUsedBlock(value)
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

const moreValue = 'more'

/** Returns the option that shows the rare blocks. */
function moreOption(): PickerOption {
  return { value: moreValue, label: t('editor.moreBlocks'), icon: <Ellipsis /> }
}

/**
 * Shows the most used blocks first, in a separate group. As soon as something is typed, the suggestions are
 * not grouped.
 */
function mostUsedFirst(offered: PickerOption[]): PickerOption[] {
  const used = getMostUsedBlocks().flatMap((value) => offered.find((option) => option.value === value) ?? [])
  if (used.length === 0) return offered
  const others = offered.filter((option) => !used.includes(option))
  return [
    ...used.map((option) => ({ ...option, group: t('editor.mostUsedBlocks') })),
    ...others.map((option) => ({ ...option, group: t('editor.allBlocks') })),
  ]
}
