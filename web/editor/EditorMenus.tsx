import type { Editor } from '@tiptap/core'
import type { PictureTarget } from '../files/pictures.ts'
import { BlockMenus } from './BlockMenus.tsx'
import { BubbleBar } from './BubbleBar.tsx'
import type { BlockPlaces } from './blocks/block-places.ts'
import { Callouts } from './blocks/Callouts.tsx'
import { EmojiMenu } from './EmojiMenu.tsx'
import { MentionPicker } from './MentionPicker.tsx'
import { SlashMenu } from './SlashMenu.tsx'

interface EditorMenusProps {
  editor: Editor
  places: BlockPlaces
  isEditable?: boolean
  /** Where pictures are put; null where there are none. */
  target: PictureTarget | null
  /** Whose people can be mentioned; null where nobody can. */
  projectId: string | null
}

/** What is offered around and in a text that is edited. */
export function EditorMenus({ editor, places, isEditable = true, target, projectId }: EditorMenusProps) {
  return (
    <>
      {isEditable && <BubbleBar editor={editor} />}
      <BlockMenus editor={editor} handles={places.handles} />
      <Callouts editor={editor} places={places.callouts} />
      {isEditable && <SlashMenu editor={editor} target={target} />}
      {isEditable && <EmojiMenu editor={editor} />}
      {isEditable && projectId !== null && <MentionPicker editor={editor} projectId={projectId} />}
    </>
  )
}
