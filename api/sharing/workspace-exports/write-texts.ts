import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type DocumentKind, documentKinds, documentName } from '#common/documents/content/names.ts'
import type { ExportReader } from '../../access/exported-rows.ts'
import { loadDocumentUpdates } from '../../documents/content/log.ts'
import { mergeDocumentInThread } from '../../documents/content/thread-pool.ts'
import { query } from '../../platform/db/orm.ts'
import { type ColumnsByTable, exportedRowsSql } from './exported-rows-sql.ts'
import { htmlToMarkdown, isUnreadableText } from './html-to-markdown.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { type TarEntry, tarEntry } from './tar.ts'

const tables: Record<DocumentKind, string> = { page: 'pages', work_item: 'work_items' }

export interface TextToExport {
  kind: DocumentKind
  id: string
}

/** Returns the next texts after the text with the name `after`, which is null at the start. */
export async function loadTextBatch(
  em: EntityManager,
  reader: ExportReader,
  columns: ColumnsByTable,
  after: string | null,
  limit: number,
): Promise<TextToExport[]> {
  const [first, id] = after === null ? [documentKinds[0], noId] : splitName(after)
  for (const kind of documentKinds.slice(documentKinds.indexOf(first))) {
    const from = kind === first ? id : noId
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(tables[kind])} as t
      where t.id > ${from}::uuid and ${exportedRowsSql(reader, tables[kind], columns)} and ${hasTextSql(kind)}
      order by t.id limit ${limit}`.execute(query(em))
    if (rows.length > 0) return rows.map((row) => ({ kind, ...row }))
  }
  return []
}

export async function countTexts(
  em: EntityManager,
  reader: ExportReader,
  columns: ColumnsByTable,
): Promise<number> {
  let count = 0
  for (const kind of documentKinds) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(tables[kind])} as t
      where ${exportedRowsSql(reader, tables[kind], columns)} and ${hasTextSql(kind)}`.execute(query(em))
    count += rows[0]?.count ?? 0
  }
  return count
}

function hasTextSql(kind: DocumentKind) {
  const name = sql`${`${kind}:`} || t.id::text`
  return sql<boolean>`(t.description_html not in ('', '<p></p>')
    or exists (select from documents d where d.name = ${name})
    or exists (select from document_updates u where u.name = ${name}))`
}

/**
 * Returns the files of a text: the Yjs document if there is one, the HTML and the Markdown. `isReadable` is false if
 * the document is too large to be converted, and then the only file is the stored HTML. Returns no files if the text was
 * deleted in the meantime.
 */
export async function textEntries(
  em: EntityManager,
  { user_id, workspace_id }: ExportReader,
  { kind, id }: TextToExport,
): Promise<{ entries: TarEntry[]; isReadable: boolean }> {
  const path = `texts/${tables[kind]}/${id}`
  const stored = await loadHtml(em, kind, id)
  if (stored === null) return { isReadable: true, entries: [] }
  try {
    const updates = await loadDocumentUpdates(em, documentName(kind, id))
    const merged =
      updates.length === 0
        ? null
        : await retryWhileBusy(() =>
            mergeDocumentInThread(
              {
                name: documentName(kind, id),
                parts: updates.map(({ update }) => update),
                has_state: updates[0]?.seq === null,
                html: null,
                derives: true,
              },
              user_id,
            ),
          )
    const html = merged?.derived.html ?? stored
    return {
      isReadable: true,
      entries: [
        ...(merged === null ? [] : [tarEntry(`${path}.yjs`, merged.state)]),
        tarEntry(`${path}.html`, html),
        tarEntry(`${path}.md`, await htmlToMarkdown(em, workspace_id, user_id, html)),
      ],
    }
  } catch (error) {
    if (!isUnreadableText(error)) throw error
    return { isReadable: false, entries: [tarEntry(`${path}.html`, stored)] }
  }
}

async function loadHtml(em: EntityManager, kind: DocumentKind, id: string): Promise<string | null> {
  const { rows } = await sql<{ html: string }>`
    select description_html as html from ${sql.table(tables[kind])} where id = ${id}::uuid and deleted_at is null`.execute(
    query(em),
  )
  return rows[0]?.html ?? null
}

const noId = '00000000-0000-0000-0000-000000000000'

function splitName(name: string): [DocumentKind, string] {
  const kind = documentKinds.find((one) => name.startsWith(`${one}:`))
  if (kind === undefined) throw new Error(`${name} is no name of a document.`)
  return [kind, name.slice(kind.length + 1)]
}
