import { Sparkles } from 'lucide-react'
import { Fragment, useCallback, useState } from 'react'
import type { ReleaseNote } from '#common/operation/instance/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { parseReleaseEntry, type ReleaseTextPart } from './parse-release-entry.ts'

/** Screen `/{slug}/release-notes` with the changes of Tandem by version, the newest first. */
export function ReleaseNotes() {
  const { t } = useTranslation()
  const [notes, setNotes] = useState<ReleaseNote[]>([])
  const loaded = useLoadState(useCallback(async () => setNotes(await request('listReleaseNotes', {})), []))
  return (
    <>
      <TopBar
        title={t('releaseNotes.title')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'release-notes', label: t('releaseNotes.title') }]} />}
      />
      <section
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto"
        aria-label={t('releaseNotes.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        tabIndex={0}
      >
        <div className="mx-auto flex w-full max-w-160 flex-col gap-10 px-5 py-8">
          <LoadedContent of={loaded}>
            {notes.length === 0 ? (
              <EmptyState
                icon={<Sparkles />}
                title={t('releaseNotes.emptyTitle')}
                text={t('releaseNotes.emptyText')}
              />
            ) : (
              notes.map((note) => <Version key={note.title} note={note} />)
            )}
          </LoadedContent>
        </div>
      </section>
    </>
  )
}

function Version({ note }: { note: ReleaseNote }) {
  const sections = note.sections.filter(({ entries }) => entries.length > 0)
  return (
    <section className="flex flex-col gap-5">
      <h2 className="border-b border-line pb-2 text-lg font-strong">{note.title}</h2>
      {sections.map(({ title, entries }) => (
        <div key={title} className="flex flex-col gap-2">
          <h3 className="font-strong text-soft">{title}</h3>
          <ul className="flex list-disc flex-col gap-1.5 ps-5 marker:text-faint">
            {entries.map((entry) => (
              <li key={entry} className="text-pretty wrap-anywhere">
                {parseReleaseEntry(entry).map((part, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry never change
                  <Fragment key={index}>
                    <Part part={part} />
                  </Fragment>
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Part({ part: { kind, text, href } }: { part: ReleaseTextPart }) {
  if (kind === 'code') return <code className="rounded-sm bg-sunken px-1 font-mono text-sm">{text}</code>
  if (kind === 'emphasis') return <em>{text}</em>
  if (kind === 'link')
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className="text-accent-text underline">
        {text}
      </a>
    )
  return text
}
