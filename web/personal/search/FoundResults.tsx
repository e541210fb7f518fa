import { useAtomValue } from 'jotai'
import { ArrowRight, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { type FoundKind, foundKinds } from '#common/personal/search/kinds.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import type { ResultsProps } from '../../platform/shell/feature.ts'
import { useFound } from '../../platform/shell/use-found.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { CommandGroup } from '../../platform/ui/CommandGroup.tsx'
import { CommandItem } from '../../platform/ui/CommandItem.tsx'
import { FoundIcon } from './FoundIcon.tsx'
import { keyHit, loadedHits, type ShownResult } from './loaded.ts'
import { Marked } from './Marked.tsx'
import { pathOfFound } from './paths.ts'

const ofEach = 5

/** What the palette finds of everything in the workspace, by kind; what is loaded here is there at once. */
export function FoundResults({ words, onClose }: ResultsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [answered, setAnswered] = useState('')
  const findNoting = useCallback(
    (typed: string, signal: AbortSignal) =>
      find(typed, signal).finally(() => signal.aborted || setAnswered(typed)),
    [],
  )
  const found = useFound(words, findNoting)
  const projects = useAtomValue(tables.projects.allAtom)
  const go = (path: string) => {
    onClose()
    void navigate(`/${currentSlug()}${path}`)
  }
  const key = keyHit(words, projects)
  const groups = groupsOf(withLoaded(words, found, key), key)
  const everything = t('search.everything', { words })
  return (
    <>
      {groups.map(({ kind, hits, unknown }) => (
        <CommandGroup key={kind} heading={t(`search.kinds.${kind}`)}>
          {unknown !== null && (
            <CommandItem
              value={`key ${unknown} ${words}`}
              keywords={[unknown, words]}
              icon={<ArrowRight />}
              onSelect={() => go(`/browse/${unknown}`)}
            >
              {t('workItems.goToKey', { key: unknown })}
            </CommandItem>
          )}
          {hits.map((hit) => (
            <CommandItem
              key={hit.id}
              // Another value for other words: the palette reads keywords anew with their value alone.
              value={`${hit.id} ${words}`}
              // It was found already: what was typed need not stand in its title.
              keywords={[hit.title, words]}
              icon={<FoundIcon found={hit} />}
              hint={hintOf(hit)}
              onSelect={() => go(pathOfFound(hit))}
            >
              <Title hit={hit} />
            </CommandItem>
          ))}
        </CommandGroup>
      ))}
      {/* Not before the answer: whoever types a name and Enter in one go means what is found. */}
      {answered === words && (
        <CommandGroup heading={t('search.title')}>
          <CommandItem
            value={`everything ${words}`}
            // Offered whatever was typed, behind all that fits it better.
            keywords={[`x${words.trim().replaceAll(/\s+/g, ' x')}`]}
            icon={<Search />}
            onSelect={() => go(`/search?q=${encodeURIComponent(words)}`)}
          >
            {everything}
          </CommandItem>
        </CommandGroup>
      )}
    </>
  )
}

async function find(words: string, signal: AbortSignal): Promise<readonly ShownResult[]> {
  const query = { query: words, of_each: String(ofEach) }
  const { results } = await request('findInWorkspace', { params: { slug: currentSlug() }, query }, { signal })
  return results
}

/** A comment is called by what it says. */
function Title({ hit: { kind, title, title_marks, snippet } }: { hit: ShownResult }) {
  const { t } = useTranslation()
  if (kind === 'comment' && snippet !== null) return <Marked {...snippet} />
  return title === '' ? t('pages.untitled') : <Marked text={title} marks={title_marks} />
}

function hintOf({ kind, key, snippet, project_id, archived_at }: ShownResult) {
  if (archived_at !== null) return `${key} · ${t('search.archived')}`
  if (kind !== 'comment' && snippet !== null) return <Marked {...snippet} />
  return key ?? tables.projects.get(project_id ?? '')?.name
}

/** What the server says comes first: it knows the order. What is loaded fills up what it has not answered yet. */
function withLoaded(words: string, found: readonly ShownResult[], key: string | null): ShownResult[] {
  const known = new Set(found.map(({ id }) => id))
  const all = [...found, ...loadedHits(words).filter(({ id }) => !known.has(id))]
  return key === null ? all : all.toSorted((a, b) => Number(b.key === key) - Number(a.key === key))
}

interface Group {
  kind: FoundKind
  hits: ShownResult[]
  /** The typed key, as long as nothing is known of its item. */
  unknown: string | null
}

function groupsOf(all: readonly ShownResult[], key: string | null): Group[] {
  const isKnown = all.some((hit) => hit.key === key)
  return foundKinds
    .map((kind) => ({
      kind,
      hits: all.filter((hit) => hit.kind === kind).slice(0, ofEach + 3),
      unknown: kind === 'issue' && !isKnown ? key : null,
    }))
    .filter(({ hits, unknown }) => hits.length > 0 || unknown !== null)
    .toSorted((a, b) => Number(isNamedSo(b, key)) - Number(isNamedSo(a, key)))
}

/** Whether something of the kind is called what was typed, rather than mentioning it: a person stands before what is said of them. */
function isNamedSo({ hits, unknown }: Group, key: string | null): boolean {
  return (
    unknown !== null || hits.some((hit) => (key !== null && hit.key === key) || hit.title_marks.length > 0)
  )
}
