import { useAtomValue } from 'jotai'
import { ArrowRight, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { type SearchResultKind, searchResultKinds } from '#common/personal/search/kinds.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import type { PaletteResultsProps } from '../../platform/shell/feature.ts'
import { useServerSearchRows } from '../../platform/shell/use-server-search-rows.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { CommandGroup } from '../../platform/ui/CommandGroup.tsx'
import { CommandItem } from '../../platform/ui/CommandItem.tsx'
import { HighlightedText } from './HighlightedText.tsx'
import { type DisplayedSearchResult, findTypedItemKey, searchLoadedRows } from './loaded-hits.ts'
import { pathOfSearchResult } from './path-of-search-result.ts'
import { SearchResultIcon } from './SearchResultIcon.tsx'

const hitsPerKind = 5

/**
 * Search results in the command palette, grouped by kind. Results from loaded rows appear without waiting for
 * the server.
 */
export function SearchResults({ words, onClose }: PaletteResultsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [answered, setAnswered] = useState('')
  const findNoting = useCallback(
    (typed: string, signal: AbortSignal) =>
      find(typed, signal).finally(() => signal.aborted || setAnswered(typed)),
    [],
  )
  const found = useServerSearchRows(words, findNoting)
  const projects = useAtomValue(tables.projects.allAtom)
  const go = (path: string) => {
    onClose()
    void navigate(`/${currentSlug()}${path}`)
  }
  const key = findTypedItemKey(words, projects)
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
              // The value contains the searched words, because the palette only reads changed keywords if the
              // value has changed too.
              value={`${hit.id} ${words}`}
              // The server has matched the row already, so the palette must not filter it by title.
              keywords={[hit.title, words]}
              icon={<SearchResultIcon found={hit} />}
              hint={hintOf(hit)}
              onSelect={() => go(pathOfSearchResult(hit))}
            >
              <Title hit={hit} />
            </CommandItem>
          ))}
        </CommandGroup>
      ))}
      {/* This entry appears only after the server has answered, so that Enter selects a result and not
          this entry. */}
      {answered === words && (
        <CommandGroup heading={t('search.title')}>
          <CommandItem
            value={`everything ${words}`}
            // These keywords match every input but have a low score, so this entry comes last.
            keywords={[`x${words.trim().replaceAll(/\s+/g, ' x')}`]}
            isFallback
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

async function find(words: string, signal: AbortSignal): Promise<readonly DisplayedSearchResult[]> {
  const query = { query: words, of_each: String(hitsPerKind) }
  const { results } = await request('findInWorkspace', { params: { slug: currentSlug() }, query }, { signal })
  return results
}

/** Shows the title of a result. Comments have no title, so their text is shown. */
function Title({ hit: { kind, title, title_marks, snippet } }: { hit: DisplayedSearchResult }) {
  const { t } = useTranslation()
  if (kind === 'comment' && snippet !== null) return <HighlightedText {...snippet} />
  return title === '' ? t('pages.untitled') : <HighlightedText text={title} marks={title_marks} />
}

function hintOf({ kind, key, snippet, project_id, archived_at }: DisplayedSearchResult) {
  if (archived_at !== null) return `${key} · ${t('search.archived')}`
  if (kind !== 'comment' && snippet !== null) return <HighlightedText {...snippet} />
  return key ?? tables.projects.get(project_id ?? '')?.name
}

/**
 * Returns the results of the server, followed by matching rows that are loaded in the client. The results of
 * the server come first, because they are sorted better. If the user typed an item key, the item with this
 * key is the first result.
 */
function withLoaded(
  words: string,
  found: readonly DisplayedSearchResult[],
  key: string | null,
): DisplayedSearchResult[] {
  const known = new Set(found.map(({ id }) => id))
  const all = [...found, ...searchLoadedRows(words).filter(({ id }) => !known.has(id))]
  return key === null ? all : all.toSorted((a, b) => Number(b.key === key) - Number(a.key === key))
}

interface Group {
  kind: SearchResultKind
  hits: DisplayedSearchResult[]
  /** An item key that the user typed and whose item is not loaded yet. */
  unknown: string | null
}

function groupsOf(all: readonly DisplayedSearchResult[], key: string | null): Group[] {
  const isKnown = all.some((hit) => hit.key === key)
  return searchResultKinds
    .map((kind) => ({
      kind,
      hits: all.filter((hit) => hit.kind === kind).slice(0, hitsPerKind + 3),
      unknown: kind === 'issue' && !isKnown ? key : null,
    }))
    .filter(({ hits, unknown }) => hits.length > 0 || unknown !== null)
    .toSorted((a, b) => Number(matchesTitle(b, key)) - Number(matchesTitle(a, key)))
}

/**
 * Returns true if the group contains a result with the typed key or a matching title. Such groups come before
 * groups that only mention the words.
 */
function matchesTitle({ hits, unknown }: Group, key: string | null): boolean {
  return (
    unknown !== null || hits.some((hit) => (key !== null && hit.key === key) || hit.title_marks.length > 0)
  )
}
