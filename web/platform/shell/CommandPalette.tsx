import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../person/projects.ts'
import { Command } from '../ui/Command.tsx'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import type { CommandPage } from '../ui/command-parts.ts'
import { LazyComponent } from '../ui/LazyComponent.tsx'
import { splitWords } from '../ui/split-words.ts'
import { useFeatures } from './feature.ts'
import {
  type PaletteChoice,
  paletteChoicesAtom,
  paletteOpenAtom,
  paletteSubjectAtom,
  runningPaletteSearchesAtom,
} from './palette-state.ts'
import { usePersonalPaletteChoices } from './personal-choices.tsx'
import { useCurrentProjectId } from './use-current-project-id.ts'
import { type MenuEntry, useMenuEntries } from './use-menu-entries.tsx'

/** The maximum number of characters of a search on the server. */
const wordsLength = 255

/**
 * The command palette (`⌘K`) with all screens, actions and search results of features. The shortcuts of its
 * entries also work while it is closed.
 */
export function CommandPalette() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const [query, setQuery] = useState('')
  const [page, setPage] = useState<CommandPage | null>(null)
  const [subject, setSubject] = useAtom(paletteSubjectAtom)
  const choices = useAtomValue(paletteChoicesAtom)
  const own = usePersonalPaletteChoices()
  const isSearchRunning = useAtomValue(runningPaletteSearchesAtom) > 0
  const { go, create, preferences } = useMenuEntries()
  const features = useFeatures()
  const projectId = useCurrentProjectId()
  const projects = useAtomValue(joinedProjectsAtom)
  const typed = query.trim().slice(0, wordsLength)
  const isSearching = page === null && typed.length > 1
  // Users type immediately, so the code for search results is loaded in advance.
  useEffect(() => {
    if (open) for (const { results } of features) results?.preload()
  }, [open, features])
  const isComing = isSearching && features.some(({ results }) => results && !results.component)
  const close = () => setOpen(false)
  const turn = (next: CommandPage | null) => {
    setQuery('')
    setPage(next)
  }
  const run = (entry: MenuEntry) => {
    close()
    entry.run()
  }
  const resultsProps = { words: typed, projectId: projectId ?? projects[0]?.id, onClose: close }
  return (
    <Command
      open={open}
      onOpenChange={setOpen}
      label={t('shell.palette')}
      placeholder={t('shell.palettePlaceholder')}
      query={query}
      onQueryChange={setQuery}
      loading={page === null && (isSearchRunning || isComing)}
      page={page}
      onPageChange={turn}
      context={page?.isApart ? undefined : subject?.name}
      onBack={() => setSubject(null)}
    >
      {subject && <CommandGroup heading={subject.name}>{subject.actions}</CommandGroup>}
      {typed === '' &&
        features.map(
          ({ id, recent }) => recent && <LazyComponent key={id} part={recent} props={{ onClose: close }} />,
        )}
      <Entries
        heading={t('shell.keys.create')}
        aliases={t('shell.keys.createAliases')}
        entries={create}
        onRun={run}
      />
      <Entries heading={t('shell.keys.go')} entries={go} onRun={run} />
      {choices && (
        <CommandGroup heading={choices.name}>
          <ChoosingRows rows={choices.rows} onTurn={turn} />
        </CommandGroup>
      )}
      {choices?.values}
      <Entries heading={t('shell.keys.preferences')} entries={preferences} onRun={run}>
        <ChoosingRows rows={own} onTurn={turn} />
      </Entries>
      {isSearching &&
        features.map(
          ({ id, results }) => results && <LazyComponent key={id} part={results} props={resultsProps} />,
        )}
    </Command>
  )
}

interface EntriesProps {
  heading: string
  /** Other names of all the entries. */
  aliases?: string
  entries: MenuEntry[]
  onRun: (entry: MenuEntry) => void
  children?: ReactNode
}

function Entries({ heading, aliases = '', entries, onRun, children }: EntriesProps) {
  if (entries.length === 0) return null
  return (
    <CommandGroup heading={heading}>
      {children}
      {entries.map((entry) => (
        <CommandItem
          key={entry.id}
          value={entry.id}
          keywords={[entry.label, ...splitWords(entry.aliases ?? ''), ...splitWords(aliases)]}
          icon={entry.icon}
          {...(entry.keys && { keys: entry.keys })}
          onSelect={() => onRun(entry)}
        >
          {entry.label}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

interface ChoosingRowsProps {
  rows: PaletteChoice[]
  onTurn: (page: CommandPage) => void
}

function ChoosingRows({ rows, onTurn }: ChoosingRowsProps) {
  return rows.map(({ id, label, icon, hint, keywords = [], page }) => (
    <CommandItem
      key={id}
      value={`choose ${id}`}
      keywords={[label, ...keywords]}
      icon={icon}
      hint={hint}
      onSelect={() => onTurn({ title: label, content: page, isApart: true })}
    >
      {label}
    </CommandItem>
  ))
}
