import { Readable } from 'node:stream'
import type { EntityManager } from '@mikro-orm/postgresql'
import { documentName } from '#common/documents/content/names.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import {
  type ExportEnvironment,
  renderHtmlForMarkdownExport,
  renderStandalonePage,
} from '#common/documents/content/standalone.ts'
import { embeddedFileEntityTypes } from '#common/documents/files/rules.ts'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import { maxExportedPages, type PageFormat } from '#common/pages/pages/rules.ts'
import { parsePageCover } from '#common/pages/pages/style.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { getUserDocumentAccess } from '../../access/documents.ts'
import { canReadFile } from '../../access/files.ts'
import { loadMentionNames } from '../../access/name-mentions.ts'
import { createSyncedContentCache } from '../../documents/content/synced-contents.ts'
import { mergeDocumentInThread } from '../../documents/content/thread-pool.ts'
import { FileAssetEntity } from '../../documents/files/entity.ts'
import { fileStorageKey } from '../../documents/files/keys.ts'
import { contentDispositionFileName } from '../../documents/files/serve.ts'
import { localizedDisplayName } from '../../identity/users/display-name.ts'
import { query } from '../../platform/db/orm.ts'
import { getTranslator } from '../../platform/locales.ts'
import { createZip, type ZippedFile } from '../../platform/zip.ts'
import type { PageContext } from './container.ts'
import {
  assignExportPaths,
  type PageExportFile,
  relativeLinkInZip,
  sanitizeArchiveName,
} from './file-names.ts'
import { createFormulaRenderer } from './formula-renderer.ts'
import { listPages } from './queries.ts'
import { renderSyncedBlocks } from './synced-blocks/render.ts'

type ExportQuery = QueryOf<typeof pageCalls.exportPage>

/**
 * Exports a page as one file. If the request includes pictures or sub-pages, the function streams a ZIP
 * archive, which is created while it is sent.
 */
export async function exportPage(
  ctx: PageContext,
  id: string,
  { format, pictures = false, sub_pages = false }: ExportQuery,
): Promise<Response> {
  const untitled = getTranslator(ctx.user.language).t('mails.notification.untitled')
  const rows = await loadExportedPages(ctx, id, sub_pages)
  const pages = assignExportPaths(id, rows, fileExtensions[format], untitled)
  const [root] = pages
  if (root === undefined) throw notFound()
  const exporting = createExporting(ctx, pages, { format, withPictures: pictures })
  const isArchive = pictures || sub_pages
  ctx.http.sendBody(Readable.from(isArchive ? createZip(exporting.files()) : exporting.alone(root)))
  const name = `${sanitizeArchiveName(root.name, untitled)}.${isArchive ? 'zip' : fileExtensions[format]}`
  return new Response(null, {
    headers: {
      'Content-Type': isArchive ? 'application/zip' : contentTypes[format],
      'Content-Disposition': `attachment; ${contentDispositionFileName(name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

const fileExtensions: Record<PageFormat, string> = { html: 'html', markdown: 'md' }
const contentTypes: Record<PageFormat, string> = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
}

/**
 * Loads the page with its sub-pages. Archived sub-pages are exported only if the page itself is archived,
 * because the page tree does not show them below a page that is not archived.
 */
async function loadExportedPages(ctx: PageContext, id: string, withBelow: boolean) {
  const all = await listPages(ctx, ['current', 'archived'])
  const root = all.find((page) => page.id === id)
  if (root === undefined) throw notFound()
  const isArchived = root.archived_at !== null
  const below = withBelow
    ? findDescendantPages(
        id,
        all.toSorted((a, b) => a.sort_order - b.sort_order),
      ).filter((page) => (page.archived_at !== null) === isArchived)
    : []
  if (below.length >= maxExportedPages)
    throw new AppError('too_large', `An export can have at most ${maxExportedPages} pages.`)
  return [root, ...below]
}

interface Picture {
  id: string
  /** Path of the picture in the ZIP archive. */
  file: string
}

function createExporting(
  ctx: PageContext,
  pages: readonly PageExportFile[],
  { format, withPictures }: { format: PageFormat; withPictures: boolean },
) {
  const { user, workspace, documents, storage, config } = ctx
  const byId = new Map(pages.map((page) => [page.id, page]))
  const usedPictures = new Map<string, Picture>()
  const syncedContents = createSyncedContentCache()

  /**
   * Renders one page. Access is checked again for each page, because it may change during a long export. The
   * transaction of the request has already ended, so a fork of the entity manager is used.
   */
  async function renderPage(page: PageExportFile): Promise<string | null> {
    const em = ctx.em.fork() as EntityManager
    const name = documentName('page', page.id)
    if ((await getUserDocumentAccess(em, user.id, name)) === null) return null
    const row = await query(em)
      .selectFrom('pages')
      .select(['description_html', 'view_props'])
      .where('id', '=', page.id)
      .executeTakeFirst()
    if (row === undefined) return null
    const own = await documents.html(em, { name, workspace_id: workspace.id }, row.description_html, user.id)
    const text = await renderSyncedBlocks(em, ctx, own, syncedContents)
    const cover = parsePageCover(row.view_props)
    const shown = [...(cover === null ? [] : [cover]), ...fileIdsInHtml(text)]
    const pictures = new Map((await picturesOf(em, shown)).map((picture) => [picture.id, picture]))
    // Insert the cover below the title, so that an import of the file still finds the title first.
    const html = cover !== null && pictures.has(cover) ? `${coverHtml(cover)}${text}` : text
    for (const [id, picture] of pictures) usedPictures.set(id, picture)
    const names = await namesIn(em, html)
    const around: ExportEnvironment = {
      pictureAt: (id) => relativeLinkInZip(page, pictures.get(id)?.file),
      nameOf: (id) => names.get(id),
      pageFile: (id) => relativeLinkInZip(page, byId.get(id)?.file),
      formula: createFormulaRenderer(),
      viewUrl: (project, view) => `${config.appUrl}/${workspace.slug}/projects/${project}/views/${view}`,
      origin: config.appUrl,
    }
    const below = pages
      .filter((one) => one.parent === page.id)
      .map((one) => ({ name: one.name, file: relativeLinkInZip(page, one.file) ?? '' }))
    const whole = { title: page.name, html, below }
    return format === 'html'
      ? renderStandalonePage(whole, around)
      : markdownOf(renderHtmlForMarkdownExport(whole, around), around)
  }

  /** Converts HTML to Markdown in a worker thread, because parsing a long text would block the event loop. */
  async function markdownOf(html: string, { pictureAt }: ExportEnvironment): Promise<string> {
    const files = fileIdsInHtml(html).map((id) => [id, pictureAt(id) ?? addressOf(id)])
    const words = {
      people: Object.fromEntries(await namesIn(ctx.em.fork() as EntityManager, html)),
      pictures: Object.fromEntries(files),
    }
    const task = { name: '', parts: [], html: null, content: { html }, derives: false, words }
    return `${(await mergeDocumentInThread(task, user.id)).markdown}\n`
  }

  function addressOf(file: string): string {
    return `${config.appUrl}/api/assets/v2/workspaces/${workspace.slug}/${file}/`
  }

  async function picturesOf(em: EntityManager, ids: string[]): Promise<Picture[]> {
    if (!withPictures || ids.length === 0) return []
    const files = await em.find(FileAssetEntity, {
      id: { $in: ids },
      workspace_id: workspace.id,
      entity_type: { $in: [...embeddedFileEntityTypes] },
      deleted_at: null,
    })
    const readable: Picture[] = []
    for (const file of files) {
      const end = /\.[a-z0-9]{1,5}$/i.exec(file.attributes.name)?.[0].toLowerCase() ?? ''
      if (await canReadFile(em, user.id, file)) readable.push({ id: file.id, file: `files/${file.id}${end}` })
    }
    return readable
  }

  async function namesIn(em: EntityManager, html: string): Promise<Map<string, string>> {
    const found = html.matchAll(/<mention-component [^>]*entity_identifier="([0-9a-f-]{36})"/g)
    const ids = [...new Set([...found].map(([, id = '']) => id))]
    if (ids.length === 0) return new Map()
    const names = await loadMentionNames(em, workspace.id, ids)
    return new Map([...names].map(([id, name]) => [id, localizedDisplayName(user.language, name)]))
  }

  async function* alone(page: PageExportFile): AsyncGenerator<Uint8Array> {
    yield Buffer.from((await renderPage(page)) ?? '')
  }

  /** Yields the pages before the pictures, because the text of the pages determines which pictures are needed. */
  async function* files(): AsyncGenerator<ZippedFile> {
    for (const page of pages) {
      const html = await renderPage(page)
      if (html !== null) yield { name: page.file, content: singleChunk(Buffer.from(html)) }
    }
    for (const { id, file } of usedPictures.values()) {
      const content = await storage.get(fileStorageKey(id))
      if (content !== null) yield { name: file, content }
    }
  }

  return { alone, files }
}

function coverHtml(id: string): string {
  return `<image-component src="${id}" width="100%"></image-component>`
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
