import type { Extensions } from '@tiptap/core'
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { ensureLeadingParagraph, normalizeNestedLists, taskContentElement } from './list-items.ts'

/** Tiptap's list nodes with parse rules that repair lists in pasted, imported and received HTML. */
export function listNodes(taskLabel: (text: string) => string): Extensions {
  return [
    BulletList.extend({
      parseHTML: () => [{ tag: 'ul', contentElement: contentElementBy(normalizeNestedLists) }],
    }),
    OrderedList.extend({
      parseHTML: () => [{ tag: 'ol', contentElement: contentElementBy(normalizeNestedLists) }],
    }),
    ListItem.extend({
      parseHTML: () => [{ tag: 'li', contentElement: contentElementBy(ensureLeadingParagraph) }],
    }),
    TaskList.extend({
      parseHTML: () => [
        {
          tag: 'ul[data-type="taskList"]',
          priority: 51,
          contentElement: contentElementBy(normalizeNestedLists),
        },
      ],
    }),
    TaskItem.extend({
      parseHTML: () => [
        {
          tag: 'li[data-type="taskItem"]',
          priority: 51,
          contentElement: contentElementBy(taskContentElement),
        },
      ],
    }).configure({
      nested: true,
      a11y: { checkboxLabel: (node) => taskLabel(node.textContent) },
    }),
  ]
}

/**
 * Adapts a function to the types of ProseMirror, which require browser elements. The parser on the server passes
 * elements of its own DOM implementation.
 */
function contentElementBy(content: (element: Element) => Element) {
  return (element: HTMLElement) => content(element) as HTMLElement
}
