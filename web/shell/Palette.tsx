import { useAtom, useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { PageRow } from '#common/pages/schema.ts'
import type { StateGroup } from '#common/states/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { joinedProjectsAtom } from '../projects/atoms.ts'
import { tables } from '../sync/tables.ts'
import { Command } from '../ui/Command.tsx'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { keyOf } from '../work-items/actions.ts'
import { type Entry, useEntries } from './entries.tsx'
import { type FoundItem, type FoundPage, useFound } from './found.ts'
import { paletteOpenAtom } from './palette-state.ts'
import { currentSlug } from './workspace.ts'

/** How many items and how many pages the palette offers at once; further words narrow them down. */
const shownOfEach = 8
/** The server takes no longer search. */
const wordsLength = 255

/** `⌘K`: every place and every action, by typing. The keys beside them work without it as well. */
export function Palette() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const [query, setQuery] = useState('')
  const { places, creates, settings } = useEntries()
  const { projectId } = useParams()
  const projects = useAtomValue(joinedProjectsAtom)
  const typed = query.trim().slice(0, wordsLength)
  const words = typed.length > 1 ? typed : ''
  const { found, isLooking } = useFound(words, projectId ?? projects[0]?.id)
  const close = () => setOpen(false)
  const run = (entry: Entry) => {
    close()
    entry.run()
  }
  return (
    <Command
      open={open}
      onOpenChange={setOpen}
      label={t('shell.palette')}
      placeholder={t('shell.palettePlaceholder')}
      query={query}
      onQueryChange={setQuery}
      loading={isLooking}
    >
      <Entries heading={t('shell.keys.create')} entries={creates} onRun={run} />
      <Entries heading={t('shell.keys.go')} entries={places} onRun={run} />
      {words !== '' && <Items items={itemsOf(words, found.items)} onClose={close} />}
      {words !== '' && <Pages pages={pagesOf(words, found.pages)} onClose={close} />}
      <Entries heading={t('shell.keys.preferences')} entries={settings} onRun={run} />
    </Command>
  )
}

function Entries({
  heading,
  entries,
  onRun,
}: {
  heading: string
  entries: Entry[]
  onRun: (entry: Entry) => void
}) {
  if (entries.length === 0) return null
  return (
    <CommandGroup heading={heading}>
      {entries.map((entry) => (
        <CommandItem
          key={entry.id}
          value={entry.id}
          keywords={[entry.label]}
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

interface Item {
  id: string
  name: string
  key: string
  group: StateGroup
  color: string | null
}

/** What is loaded is there at once; what else the server finds comes after it. */
function itemsOf(words: string, found: readonly FoundItem[]): Item[] {
  const wanted = words.toLowerCase()
  const loaded = [...tables.work_items.values()]
    .filter((row) => row.name.toLowerCase().includes(wanted) || keyOf(row).toLowerCase().startsWith(wanted))
    .map((row) => ({
      id: row.id,
      name: row.name,
      key: keyOf(row),
      group: row.state__group,
      color: tables.states.get(row.state_id)?.color ?? null,
    }))
  const known = new Set(loaded.map(({ id }) => id))
  const others = found
    .filter(({ id }) => !known.has(id))
    .map((item) => ({
      id: item.id,
      name: item.name,
      key: `${item.project__identifier}-${item.sequence_id}`,
      group: item.state__group,
      color: item.state__color,
    }))
  return [...loaded, ...others].slice(0, shownOfEach)
}

function Items({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (items.length === 0) return null
  return (
    <CommandGroup heading={t('shell.nav.workItems')}>
      {items.map(({ id, name, key, group, color }) => (
        <CommandItem
          key={id}
          value={id}
          keywords={[name, key]}
          icon={<StateIcon group={group} color={color} />}
          hint={key}
          onSelect={() => {
            onClose()
            void navigate(`/${currentSlug()}/browse/${key}`)
          }}
        >
          {name}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

interface PageHit {
  id: string
  name: string
  logo_props: PageRow['logo_props']
  project_id: string
}

/** The same of pages. One that stands in several projects is offered once. */
function pagesOf(words: string, found: readonly FoundPage[]): PageHit[] {
  const wanted = words.toLowerCase()
  const hits = new Map<string, PageHit>()
  for (const { id, name, logo_props, project_ids, archived_at } of tables.pages.values()) {
    const [project_id] = project_ids
    const isHit = archived_at === null && name.toLowerCase().includes(wanted)
    if (isHit && project_id !== undefined) hits.set(id, { id, name, logo_props, project_id })
  }
  for (const { id, name, logo_props, projects__id: project_id } of found) {
    if (!hits.has(id)) hits.set(id, { id, name, logo_props, project_id })
  }
  return [...hits.values()].slice(0, shownOfEach)
}

function Pages({ pages, onClose }: { pages: readonly PageHit[]; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (pages.length === 0) return null
  return (
    <CommandGroup heading={t('shell.nav.pages')}>
      {pages.map(({ id, name, logo_props, project_id }) => (
        <CommandItem
          key={id}
          value={id}
          keywords={[name]}
          icon={<ProjectLogo logo={logo_props} name={name} fallback={<FileText />} />}
          hint={tables.projects.get(project_id)?.name}
          onSelect={() => {
            onClose()
            void navigate(`/${currentSlug()}/projects/${project_id}/pages/${id}`)
          }}
        >
          {name}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}
