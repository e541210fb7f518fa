import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type MentionKind, mentionedIdOfNode, mentionKindOfNode } from '#common/documents/content/mention.ts'
import { newId } from '#common/platform/ids.ts'
import { createMentionChip } from './mention-chip.ts'
import { replaceQueryWithNode } from './replace-query.ts'
import { createTypedQueryKind } from './typed-query.ts'

/** Matches an `@` at the beginning of a word, followed by up to two words of a name. */
export const mentionTriggerQuery = createTypedQueryKind(
  'mentionQuery',
  /(?:^|[\s([{"'\u{fffc}])@([^\s@\u{fffc}]*(?: [^\s@\u{fffc}]*)?)$/u,
)

/** Renders each mention as a chip with the current name of the person or team. */
export const renderMentionsAsChips = Extension.create({
  name: 'mentionChips',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        nodeViews: {
          mention(node) {
            const { dom, release } = createMentionChip(mentionedIdOfNode(node), mentionKindOfNode(node))
            return { dom, destroy: release }
          },
        },
      },
    }),
  ],
})

/**
 * Replaces the typed `@` and name by a mention and a space. The space is left out if a space follows already.
 */
export function insertMention(view: EditorView, id: string, kind: MentionKind): void {
  const { mention } = view.state.schema.nodes
  replaceQueryWithNode(
    view,
    mentionTriggerQuery,
    mention?.create({ id: newId(), entity_identifier: id, entity_name: kind }),
  )
}
