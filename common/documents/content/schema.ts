import { type Extensions, getSchema } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Link } from '@tiptap/extension-link'
import type { Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { BlockIds } from './block-ids.ts'
import { Indent } from './block-indentation.ts'
import { Callout } from './callout-node.ts'
import { columnNodes } from './columns.ts'
import { DateNode } from './date.ts'
import { Embed } from './embed-node.ts'
import { Emoji } from './emoji-node.ts'
import { FileBlock } from './file-node.ts'
import { formulaNodes } from './formula-nodes.ts'
import { isSafeHref } from './links.ts'
import { listNodes } from './lists.ts'
import { LiveBlockNode } from './live-block-node.ts'
import { Mention } from './mention.ts'
import { Picture } from './picture-node.ts'
import { syncedBlockNodes } from './synced-block-nodes.ts'
import { tableNodes } from './tables.ts'
import { TextAlign } from './text-align.ts'
import { BackgroundColor, TextColor } from './text-colors.ts'
import { toggleNodes } from './toggle.ts'

interface DocumentTexts {
  /** Returns the accessible name of a task's checkbox. */
  taskLabel?: (text: string) => string
  /** Returns the display name of a user. */
  personName?: (id: string) => string | undefined
}

/**
 * The nodes and marks of every document, for the editor, the server and all other code that parses documents.
 * They contain no undo history, because Yjs handles Undo. They add no trailing paragraph, because opening a
 * document must not change it.
 */
export function documentExtensions(texts: DocumentTexts = {}): Extensions {
  return [
    StarterKit.configure({
      undoRedo: false,
      trailingNode: false,
      link: false,
      codeBlock: false,
      horizontalRule: false,
      bulletList: false,
      orderedList: false,
      listItem: false,
      dropcursor: { color: 'var(--accent)', width: 2 },
    }),
    SafeLink,
    SafeCodeBlock,
    Rule,
    BlockIds,
    TextAlign,
    Indent,
    TextColor,
    BackgroundColor,
    ...listNodes((text) => texts.taskLabel?.(text) ?? ''),
    ...tableNodes(),
    Picture,
    FileBlock,
    Callout,
    ...toggleNodes(),
    ...columnNodes(),
    Emoji,
    ...formulaNodes(),
    Embed,
    LiveBlockNode,
    ...syncedBlockNodes(),
    DateNode,
    Mention.configure({ nameOf: (id) => texts.personName?.(id) }),
  ]
}

/** Returns the ProseMirror schema of `documentExtensions`. It is created only once. */
export function documentSchema(): Schema {
  schema ??= getSchema(documentExtensions())
  return schema
}

let schema: Schema | undefined

// A link that accepts only the attribute `href`. With a custom class, target or rel, a link could imitate a
// part of the user interface.
const SafeLink = Link.extend({
  // Text that a user types after a link does not become part of the link.
  inclusive: () => false,
  addAttributes() {
    return { href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('href') } }
  },
}).configure({
  isAllowedUri: (url) => isSafeHref(url),
  defaultProtocol: 'https',
  openOnClick: false,
  // Disable Tiptap's autolink, which does not recognize `example.com,`. `auto-link-extension.ts` of
  // the editor turns typed addresses into links.
  autolink: false,
  markdownLinks: true,
  HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
})

const SafeCodeBlock = CodeBlock.extend({
  renderHTML({ node, HTMLAttributes }) {
    const language: unknown = node.attrs.language
    const isPlain = typeof language === 'string' && /^[\w+#.-]{1,40}$/.test(language)
    return ['pre', HTMLAttributes, ['code', isPlain ? { class: `language-${language}` } : {}, 0]]
  },
})

// Write the rule as a `div` for clients of Plane. `hr` is parsed as well, because pasted HTML contains it.
const Rule = HorizontalRule.extend({
  parseHTML: () => [{ tag: 'div[data-type="horizontalRule"]' }, { tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-type': 'horizontalRule' }],
})
