import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { isId } from '../../platform/ids.ts'

interface MentionOptions {
  /** Returns the name of a user or teamspace, which replaces the mention when text is copied as plain text. */
  nameOf: (id: string) => string | undefined
}

/**
 * A mention of a user or teamspace: `entity_identifier` is its id, `entity_name` its kind, and `id` is the id
 * of the mention. The document does not contain the name, so clients show the current name, and nobody can
 * fake a mention with another name.
 */
export const Mention = Node.create<MentionOptions>({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addOptions() {
    return { nameOf: () => undefined }
  },
  addAttributes() {
    return {
      id: { default: null },
      entity_identifier: { default: null },
      entity_name: {
        default: 'user_mention',
        parseHTML: (element) => kindOf(element.getAttribute('entity_name')),
      },
    }
  },
  parseHTML() {
    return mentionKinds.map((kind) => ({
      tag: `mention-component[entity_name="${kind}"]`,
      getAttrs: (element) => (isId(element.getAttribute('entity_identifier') ?? '') ? null : false),
    }))
  },
  renderHTML({ node }) {
    const { id, entity_name } = node.attrs
    return [
      'mention-component',
      { id: idOf(id), entity_identifier: mentionedIdOfNode(node), entity_name: kindOf(entity_name) },
    ]
  },
  renderText({ node }) {
    const id = mentionedIdOfNode(node)
    return `@${(id === null ? undefined : this.options.nameOf(id)) ?? ''}`
  },
})

const mentionKinds = ['user_mention', 'team_mention'] as const
export type MentionKind = (typeof mentionKinds)[number]

/** Validates the kind, because any client can write the attribute. */
function kindOf(value: unknown): MentionKind {
  return value === 'team_mention' ? value : 'user_mention'
}

export function mentionKindOfNode(node: DocumentNode): MentionKind {
  return kindOf(node.attrs['entity_name'])
}

/** Returns the id of the user or teamspace of a mention node, or null for other nodes and for invalid ids. */
export function mentionedIdOfNode(node: DocumentNode): string | null {
  return node.type.name === Mention.name ? idOf(node.attrs.entity_identifier) : null
}

/** Returns the ids of users and teamspaces that a document mentions, once each, in the order of the text. */
export function mentionedIds(document: DocumentNode): string[] {
  const ids = new Set<string>()
  document.descendants((node) => {
    const id = mentionedIdOfNode(node)
    if (id !== null) ids.add(id)
  })
  return [...ids]
}

/**
 * Replaces mentions in rendered HTML with a placeholder, because anonymous visitors must not see who is a
 * member.
 */
export function removeMentions(html: string): string {
  return html.replace(/<mention-component\b[^<>]*><\/mention-component>/g, '@…')
}

/** Validates the id, because any client can write the attribute. Returns null for an invalid id. */
function idOf(value: unknown): string | null {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : null
}
