import type { Extensions } from '@tiptap/core'
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { contentOfTask, tidyPoints, withLine } from './list-points.ts'

/** Tiptap's list nodes with parse rules that repair lists. They apply to pasted, imported and received HTML. */
export function listNodes(taskLabel: (text: string) => string): Extensions {
  return [
    BulletList.extend({ parseHTML: () => [{ tag: 'ul', contentElement: inside(tidyPoints) }] }),
    OrderedList.extend({ parseHTML: () => [{ tag: 'ol', contentElement: inside(tidyPoints) }] }),
    ListItem.extend({ parseHTML: () => [{ tag: 'li', contentElement: inside(withLine) }] }),
    TaskList.extend({
      parseHTML: () => [
        { tag: 'ul[data-type="taskList"]', priority: 51, contentElement: inside(tidyPoints) },
      ],
    }),
    TaskItem.extend({
      parseHTML: () => [
        { tag: 'li[data-type="taskItem"]', priority: 51, contentElement: inside(contentOfTask) },
      ],
    }).configure({
      nested: true,
      a11y: { checkboxLabel: (node) => taskLabel(node.textContent) },
    }),
  ]
}

/** ProseMirror's types require browser elements, but the parser on the server passes its own elements. */
function inside(content: (element: Element) => Element) {
  return (element: HTMLElement) => content(element) as HTMLElement
}
