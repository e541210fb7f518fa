import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { atom, type Getter, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { t } from '../../../locales/i18n.ts'
import { teamspaceAtom } from '../../../organization/teamspaces/atoms.ts'
import { tables } from '../../../platform/app/sync.ts'
import { todayAtom } from '../../../platform/person/today.ts'
import { relativeDayName } from '../dates/date-chip.ts'
import { getMentionedItems } from '../item-keys.ts'
import { getMentionName } from '../mention-chip.ts'
import { parsePageLink } from '../page-lines/page-line-plugin.ts'
import { type HeadingNames, headingText } from './heading-text.ts'
import { type Heading, headingsOfDocument } from './headings.ts'

/** The pause in typing, in milliseconds, after which the headings are read again. */
const restMilliseconds = 200

/**
 * Returns the headings of an open document. They are updated after a pause in typing, and when a name in a heading
 * changes.
 */
export function useHeadings(editor: Editor): readonly Heading[] {
  const [read, setRead] = useState(() => ({ doc: editor.state.doc }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => setRead({ doc: editor.state.doc })
    const readLater = () => {
      clearTimeout(timer)
      timer = setTimeout(readAgain, restMilliseconds)
    }
    readAgain()
    editor.on('update', readLater)
    const unsubscribe = getMentionedItems().subscribe(readLater)
    return () => {
      clearTimeout(timer)
      editor.off('update', readLater)
      unsubscribe()
    }
  }, [editor])
  return useAtomValue(useMemo(() => headingsAtom(read.doc), [read]))
}

function headingsAtom(doc: Node) {
  return atom((get) => {
    const names = shownNames(get)
    return headingsOfDocument(doc, (heading) => headingText(heading, names))
  })
}

function shownNames(get: Getter): HeadingNames {
  return {
    person(id) {
      // The rows are read, so that a new name is shown at once.
      get(tables.users.rowAtom(id))
      get(teamspaceAtom(id))
      const name = getMentionName(id)
      return name === undefined ? t('editor.mention.unknown') : `@${name}`
    },
    date: (date) => relativeDayName(date, get(todayAtom)),
    page(href, text) {
      const link = parsePageLink(href, text)
      const row = link ? get(tables.pages.rowAtom(link.page)) : undefined
      return row && (row.name || t('pages.untitled'))
    },
    item: (key) => getMentionedItems().get(key)?.name,
  }
}
