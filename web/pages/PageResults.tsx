import { FileText } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import type { PageRow } from '#common/pages/schema.ts'
import { request, tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import type { ResultsProps } from '../shell/feature.ts'
import { shownOfEach, useFound } from '../shell/use-found.ts'
import { currentSlug } from '../shell/workspace.ts'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'

type FoundPage = NonNullable<AnswerOf<Calls['searchEntities']>['page']>[number]

/** The pages that the palette finds, of every project. */
export function PageResults({ words, onClose }: ResultsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pages = pagesOf(words, useFound(words, findPages))
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

async function findPages(words: string, signal: AbortSignal): Promise<readonly FoundPage[]> {
  const query = { query_type: 'page', query: words, count: String(shownOfEach) }
  const { page } = await request('searchEntities', { params: { slug: currentSlug() }, query }, { signal })
  return page ?? []
}

interface PageHit {
  id: string
  name: string
  logo_props: PageRow['logo_props']
  project_id: string
}

/** What is loaded first. A page that stands in several projects is offered once. */
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
