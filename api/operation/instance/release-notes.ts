import { readFile } from 'node:fs/promises'
import type { ReleaseNote } from '#common/operation/instance/schema.ts'

let notes: Promise<ReleaseNote[]> | null = null

/** Returns the release notes by version, as read from the `CHANGELOG.md` that ships with the program. */
export function listReleaseNotes(): Promise<ReleaseNote[]> {
  notes ??= readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8').then(parseChangelog)
  return notes
}

/**
 * Reads the release notes. Headings of the second level are versions, headings of the third level are sections,
 * and entries begin with a dash.
 */
export function parseChangelog(text: string): ReleaseNote[] {
  return under('## ', text).map(({ title, text: version }) => ({
    title,
    sections: under('### ', version).map((section) => ({
      title: section.title,
      entries: section.text
        .split(/^- /m)
        .slice(1)
        .map((entry) => entry.replace(/\s+/g, ' ').trim()),
    })),
  }))
}

function under(mark: string, text: string): { title: string; text: string }[] {
  return `\n${text}`
    .split(`\n${mark}`)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return { title: title.trim(), text: lines.join('\n') }
    })
}
