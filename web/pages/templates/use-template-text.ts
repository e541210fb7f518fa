import { useCallback, useState } from 'react'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { readTextOfTemplate } from '../../work/work-items/templates.ts'

/** The text of a template that is written in a form: as it was, as it is now, and whether it has been read. */
export function useTemplateText(begun: TemplateRow | null, written: string | undefined) {
  const [texts, setTexts] = useState({ before: '', now: written ?? '' })
  // Another version of the row is the same template, whose text is being written here.
  const [opened] = useState(begun)
  const read = useCallback(async () => {
    if (opened === null) return
    const html = await readTextOfTemplate(opened)
    setTexts({ before: html, now: written ?? html })
  }, [opened, written])
  const { status, retry } = useLoaded(read)
  return {
    text: texts.now,
    before: texts.before,
    setText: (now: string) => setTexts((all) => ({ ...all, now })),
    status: begun === null ? ('ready' as const) : status,
    retry,
  }
}
