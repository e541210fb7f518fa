import type { Editor } from '@tiptap/core'
import { useAtomValue } from 'jotai'
import { projectsForNewItemsAtom } from '../../platform/person/roles.ts'
import type { TextUploadTarget } from '../files/pictures.ts'
import { BlockMenus } from './BlockMenus.tsx'
import type { BlockPortals } from './blocks/block-portals.ts'
import { CalloutControls } from './blocks/CalloutControls.tsx'
import { CreateItemsDialog } from './create-items/CreateItemsDialog.tsx'
import { selectedLines } from './create-items/selected-lines.ts'
import { DateEditor } from './dates/DateEditor.tsx'
import { EmojiMenu } from './EmojiMenu.tsx'
import { EmbedDialog } from './embeds/EmbedDialog.tsx'
import { FormulaEditor } from './formulas/FormulaEditor.tsx'
import { ItemSuggestions } from './ItemSuggestions.tsx'
import { LinkToolbar } from './LinkToolbar.tsx'
import { ViewChooser } from './live-blocks/ViewChooser.tsx'
import { MentionPicker } from './MentionPicker.tsx'
import { getMentionName } from './mention-chip.ts'
import { PhoneToolbar } from './PhoneToolbar.tsx'
import { PagePicker } from './page-lines/PagePicker.tsx'
import { PageSuggestions } from './page-lines/PageSuggestions.tsx'
import { SelectionToolbar } from './SelectionToolbar.tsx'
import { SlashMenu } from './SlashMenu.tsx'
import { SyncedDeletionQuestion } from './synced/SyncedDeletionQuestion.tsx'

interface EditorMenusProps {
  editor: Editor
  portals: BlockPortals
  isEditable?: boolean
  /** The entity to which inserted pictures belong, or null if the text accepts no pictures. */
  target: TextUploadTarget | null
  /**
   * The project whose members can be mentioned. Null allows all members of the workspace, undefined allows no
   * mentions.
   */
  projectId: string | null | undefined
  /** False for an unsent text, because a page would remain if the user discards the text. */
  canCreatePages?: boolean
  onSubPage?: (() => Promise<string | null>) | undefined
  /** Starts a comment on the selected text. It is undefined if the user may not comment. */
  onComment?: (() => void) | undefined
}

/** The toolbars, menus and dialogs of an editor. */
export function EditorMenus({
  editor,
  portals,
  isEditable = true,
  target,
  projectId,
  canCreatePages = true,
  onSubPage,
  onComment,
}: EditorMenusProps) {
  const pageId = target?.entity_type === 'PAGE_DESCRIPTION' ? target.entity_identifier : null
  const canCreateItems = useAtomValue(projectsForNewItemsAtom).length > 0
  const hasItems =
    canCreateItems &&
    target !== null &&
    target.entity_type !== 'COMMENT_DESCRIPTION' &&
    projectId !== undefined
  return (
    <>
      {isEditable && (
        <SelectionToolbar
          editor={editor}
          onComment={onComment}
          onCreateItems={hasItems ? () => portals.items.set(selectedLines(editor.state, nameOf)) : undefined}
        />
      )}
      {isEditable && <LinkToolbar editor={editor} />}
      {isEditable && <PhoneToolbar editor={editor} hasMentions={projectId !== undefined} />}
      <BlockMenus editor={editor} handles={portals.handles} />
      <CalloutControls editor={editor} portals={portals.callouts} />
      {isEditable && (
        <SlashMenu
          editor={editor}
          portals={portals}
          target={target}
          hasPages={projectId !== undefined}
          hasMentions={projectId !== undefined}
          onSubPage={onSubPage}
        />
      )}
      {isEditable && <FormulaEditor editor={editor} opened={portals.formula} />}
      {isEditable && <DateEditor editor={editor} opened={portals.date} />}
      {isEditable && <EmbedDialog editor={editor} opened={portals.embed} />}
      {isEditable && projectId !== undefined && (
        <ViewChooser editor={editor} projectId={projectId} opened={portals.view} />
      )}
      {isEditable && hasItems && (
        <CreateItemsDialog editor={editor} projectId={projectId} opened={portals.items} />
      )}
      {isEditable && projectId !== undefined && (
        <PagePicker editor={editor} projectId={projectId} pageId={pageId} opened={portals.page} />
      )}
      <SyncedDeletionQuestion opened={portals.syncedDeletion} />
      {isEditable && <EmojiMenu editor={editor} />}
      {isEditable && projectId !== undefined && (
        <>
          <MentionPicker editor={editor} projectId={projectId} pageId={pageId} />
          <PageSuggestions
            editor={editor}
            projectId={projectId}
            pageId={pageId}
            canCreatePages={canCreatePages}
          />
          <ItemSuggestions editor={editor} />
        </>
      )}
    </>
  )
}

function nameOf(mentionedId: string): string {
  return getMentionName(mentionedId) ?? '…'
}
