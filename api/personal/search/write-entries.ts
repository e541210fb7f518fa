import { setImmediate } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { splitIntoIndexedWords } from '#common/personal/search/analysis.ts'
import { searchResultClassOfKind } from '#common/personal/search/kinds.ts'
import { query } from '../../platform/db/orm.ts'
import { buildIndexLexeme } from './lexeme.ts'
import { loadSearchSourceRows, type SearchSource, type SearchSourceRow } from './sources.ts'

/**
 * Updates the index entries of these rows and deletes entries of missing rows. A lock per workspace prevents
 * an older state from overwriting a newer one.
 */
export async function writeSearchEntries(
  em: EntityManager,
  workspaceId: string,
  source: SearchSource,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search ${workspaceId}`}, 0))`.execute(query(em))
  const rows = await loadSearchSourceRows(em, workspaceId, source, ids)
  await sql`
    delete from search_entries e where e.workspace_id = ${workspaceId} and e.id = any(${ids}::uuid[])
      and not exists (
        select 1 from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ place }) => place)}::uuid[]) as r(id, place)
        where r.id = e.id and r.place = e.place)`.execute(query(em))
  await upsert(em, workspaceId, rows)
}

/** Number of characters after which the analysis yields to the event loop, because it blocks the process. */
const charactersPerTurn = 50_000

async function upsert(em: EntityManager, workspaceId: string, rows: SearchSourceRow[]): Promise<void> {
  let entries: object[] = []
  let letters = 0
  for (const row of rows) {
    entries.push(entryOf(workspaceId, row))
    letters += row.title.length + row.text.length
    if (letters < charactersPerTurn && entries.length < 1000) continue
    await write(em, workspaceId, entries)
    await setImmediate()
    entries = []
    letters = 0
  }
  await write(em, workspaceId, entries)
}

function entryOf(workspaceId: string, { title, text, ...row }: SearchSourceRow) {
  const cls = searchResultClassOfKind(row.kind)
  const titleWords = new Set(splitIntoIndexedWords(title))
  const all = titleWords.union(new Set(splitIntoIndexedWords(text)))
  const asLexemes = (words: Set<string>) =>
    fittingWords([...words].map((word) => buildIndexLexeme(workspaceId, cls, word)))
  return {
    ...row,
    class: cls,
    title_words: asLexemes(titleWords),
    // The words of title and text. Is null when the text contains no words that the title does not contain.
    all_words: all.size > titleWords.size ? asLexemes(all) : null,
  }
}

/**
 * Maximum size of a `tsvector` in bytes. PostgreSQL would accept a larger vector that is built this way, but
 * corrupt it.
 */
const maxVectorBytes = 1_000_000

/** Returns the first words that fit into a `tsvector`. */
function fittingWords(words: string[]): string[] {
  let bytes = 0
  const end = words.findIndex((word) => {
    bytes += Buffer.byteLength(word)
    return bytes > maxVectorBytes
  })
  return end === -1 ? words : words.slice(0, end)
}

async function write(em: EntityManager, workspaceId: string, entries: object[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into search_entries
      (id, place, workspace_id, class, kind, owner_id, author_id, is_private, updated_at, title_words, all_words)
    select id, place, ${workspaceId}::uuid, class, kind, owner_id, author_id, is_private, updated_at,
      array_to_tsvector(title_words), array_to_tsvector(all_words)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(
      id uuid, place uuid, class text, kind text, owner_id uuid, author_id uuid, is_private boolean, updated_at timestamptz,
      title_words text[], all_words text[])
    on conflict (id, place) do update set
      class = excluded.class, kind = excluded.kind, owner_id = excluded.owner_id, author_id = excluded.author_id,
      is_private = excluded.is_private, updated_at = excluded.updated_at, title_words = excluded.title_words,
      all_words = excluded.all_words`.execute(query(em))
}
