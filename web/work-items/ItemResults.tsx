import { useAtomValue } from 'jotai'
import { ArrowRight } from 'lucide-react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import type { StateGroup } from '#common/states/schema.ts'
import { request, tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import type { ResultsProps } from '../shell/feature.ts'
import { shownOfEach, useFound } from '../shell/use-found.ts'
import { currentSlug } from '../shell/workspace.ts'
import type { Project } from '../sync/tables.ts'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { keyOf } from './actions.ts'

type FoundItem = AnswerOf<Calls['searchWorkItems']>[number]

/** The items that the palette finds: of every project, also those that are not loaded here. */
export function ItemResults({ words, projectId, onClose }: ResultsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const find = useCallback(
    // Asked by way of a project that one is in.
    async (search: string, signal: AbortSignal): Promise<readonly FoundItem[]> => {
      if (projectId === undefined) return []
      const params = { slug: currentSlug(), project_id: projectId }
      return request('searchWorkItems', { params, query: { search, workspace_search: 'true' } }, { signal })
    },
    [projectId],
  )
  const projects = useAtomValue(tables.projects.allAtom)
  const items = itemsOf(words, useFound(words, find), projects)
  if (items.length === 0) return null
  return (
    <CommandGroup heading={t('shell.nav.workItems')}>
      {items.map(({ id, name, key, group, color }) => (
        <CommandItem
          key={id}
          value={id}
          keywords={name === key ? [key] : [name, key]}
          icon={group === null ? <ArrowRight /> : <StateIcon group={group} color={color} />}
          hint={group === null ? undefined : key}
          onSelect={() => {
            onClose()
            void navigate(`/${currentSlug()}/browse/${key}`)
          }}
        >
          {group === null ? t('workItems.goToKey', { key }) : name}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

interface Item {
  id: string
  name: string
  key: string
  /** Null of one that is known by its key alone. */
  group: StateGroup | null
  color: string | null
}

/** What is loaded is there at once; what else the server finds comes after it. */
function itemsOf(words: string, found: readonly FoundItem[], projects: readonly Project[]): Item[] {
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
  const all = [...loaded, ...others]
  const key = keyIn(words, projects)
  if (key === null) return all.slice(0, shownOfEach)
  // Whoever types a whole key wants to go there, before any answer has come.
  const meant = all.find((item) => item.key === key)
  const first = meant ?? { id: key, name: key, key, group: null, color: null }
  return [first, ...all.filter((item) => item !== meant)].slice(0, shownOfEach)
}

/** The key that is typed, of a project that one has access to; null when it is none. */
function keyIn(words: string, projects: readonly Project[]): string | null {
  const key = words.trim().toLocaleUpperCase()
  const [, letters] = /^(.+)-[1-9]\d{0,9}$/.exec(key) ?? []
  return projects.some(({ identifier }) => identifier === letters) ? key : null
}
