import type { Extensions } from '@tiptap/core'
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { contentOfTask, tidyPoints, withLine } from './list-points.ts'

/** Lists as every entry point reads them: pasted, imported, sent as HTML. What they hold is that of Tiptap's own. */
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

/** ProseMirror names the type of browsers, though a parser on the server hands over elements of its own. */
function inside(content: (element: Element) => Element) {
  return (element: HTMLElement) => content(element) as HTMLElement
}
