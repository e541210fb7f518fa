import { useAtom, useAtomValue } from 'jotai'
import {
  FileText,
  FolderKanban,
  FolderPlus,
  House,
  ListTodo,
  LogOut,
  Moon,
  Plus,
  Sun,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { role } from '#common/roles.ts'
import { signOut } from '../auth/session.ts'
import { useTranslation } from '../locales/i18n.ts'
import { joinedProjectsAtom } from '../projects/atoms.ts'
import { openCreateProject } from '../projects/create.ts'
import { tables } from '../sync/tables.ts'
import { Command } from '../ui/Command.tsx'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { useTheme } from '../ui/theme.ts'
import { chooseTheme } from '../users/theme.ts'
import { keyOf } from '../work-items/actions.ts'
import { openCreateWorkItem } from '../work-items/create.ts'
import { workspaceRoleAtom } from '../work-items/may.ts'
import { paletteOpenAtom } from './palette-state.ts'
import { currentSlug } from './workspace.ts'

interface Entry {
  id: string
  label: string
  icon: ReactNode
  keys?: string
  run: () => void
}

/** Loaded items that the palette offers; more would be searched on the server. */
const itemsShown = 8

/** `⌘K`: every place and every action, by typing. The keys beside them work without it as well. */
export function Palette() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const [query, setQuery] = useState('')
  const { places, creates, settings } = useEntries()
  useHotkey('mod+k', () => setOpen(!open), {
    description: t('shell.keys.palette'),
    group: t('shell.keys.general'),
    whileTyping: true,
    inModal: true,
  })
  const close = () => {
    setOpen(false)
    setQuery('')
  }
  const run = (entry: Entry) => {
    close()
    entry.run()
  }
  return (
    <>
      {[...places, ...creates].map((entry) => (
        <EntryKey
          key={entry.id}
          entry={entry}
          group={entry.id.startsWith('create') ? t('shell.keys.create') : t('shell.keys.go')}
        />
      ))}
      <Command
        open={open}
        onOpenChange={setOpen}
        label={t('shell.palette')}
        placeholder={t('shell.palettePlaceholder')}
        query={query}
        onQueryChange={setQuery}
      >
        <Entries heading={t('shell.keys.create')} entries={creates} onRun={run} />
        <Entries heading={t('shell.keys.go')} entries={places} onRun={run} />
        {query.trim().length > 1 && <Items onClose={close} query={query} />}
        <Entries heading={t('shell.keys.preferences')} entries={settings} onRun={run} />
      </Command>
    </>
  )
}

function useEntries(): { places: Entry[]; creates: Entry[]; settings: Entry[] } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { projectId } = useParams()
  const { shown } = useTheme()
  const projects = useAtomValue(joinedProjectsAtom)
  const held = useAtomValue(workspaceRoleAtom)
  const base = `/${currentSlug()}`
  const go = (path: string) => () => void navigate(`${base}${path}`)
  const current = projects.find((project) => project.id === projectId)
  const dark = shown.startsWith('dark')
  return {
    creates: [
      {
        id: 'create-item',
        label: t('workItems.new'),
        icon: <Plus />,
        keys: 'n i',
        run: () => openCreateWorkItem(current ? { project_id: current.id } : {}),
      },
      ...(held !== null && held > role.guest
        ? [
            {
              id: 'create-project',
              label: t('shell.newProject'),
              icon: <FolderPlus />,
              keys: 'n p',
              run: () => openCreateProject(),
            },
          ]
        : []),
    ],
    places: [
      { id: 'home', label: t('shell.nav.home'), icon: <House />, keys: 'g h', run: go('') },
      {
        id: 'projects',
        label: t('shell.nav.projects'),
        icon: <FolderKanban />,
        keys: 'g p',
        run: go('/projects'),
      },
      ...(current
        ? [
            {
              id: 'items',
              label: t('shell.nav.workItems'),
              icon: <ListTodo />,
              keys: 'g i',
              run: go(`/projects/${current.id}/issues`),
            },
            {
              id: 'pages',
              label: t('shell.nav.pages'),
              icon: <FileText />,
              keys: 'g d',
              run: go(`/projects/${current.id}/pages`),
            },
          ]
        : []),
      {
        id: 'members',
        label: t('shell.nav.members'),
        icon: <Users />,
        keys: 'g s',
        run: go('/settings/members'),
      },
      ...projects.map((project) => ({
        id: `project-${project.id}`,
        label: project.name,
        icon: <ProjectLogo logo={project.logo_props} name={project.name} />,
        run: go(`/projects/${project.id}/issues`),
      })),
    ],
    settings: [
      {
        id: 'theme',
        label: dark ? t('shell.theme.toLight') : t('shell.theme.toDark'),
        icon: dark ? <Sun /> : <Moon />,
        run: () => void chooseTheme(dark ? 'light' : 'dark'),
      },
      { id: 'sign-out', label: t('shell.signOut'), icon: <LogOut />, run: () => void signOut() },
    ],
  }
}

function EntryKey({ entry, group }: { entry: Entry; group: string }) {
  useHotkey(entry.keys ?? '', entry.run, {
    enabled: entry.keys !== undefined,
    description: entry.label,
    group,
  })
  return null
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

function Items({ query, onClose }: { query: string; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = query.trim().toLowerCase()
  const found = [...tables.work_items.values()]
    .filter((row) => row.name.toLowerCase().includes(words) || keyOf(row).toLowerCase().startsWith(words))
    .slice(0, itemsShown)
  if (found.length === 0) return null
  return (
    <CommandGroup heading={t('shell.nav.workItems')}>
      {found.map((row) => {
        const state = tables.states.get(row.state_id)
        return (
          <CommandItem
            key={row.id}
            value={row.id}
            keywords={[row.name, keyOf(row)]}
            icon={state && <StateIcon group={state.group} color={state.color} />}
            hint={keyOf(row)}
            onSelect={() => {
              onClose()
              void navigate(`/${currentSlug()}/browse/${keyOf(row)}`)
            }}
          >
            {row.name}
          </CommandItem>
        )
      })}
    </CommandGroup>
  )
}
