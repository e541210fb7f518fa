import type { PageVersionRow } from '#common/documents/versions/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { formatFullDateTime } from '../../../documents/versions/format-full-date-time.ts'
import { t } from '../../../locales/i18n.ts'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import {
  mutate,
  replaceRows,
  request,
  requestWithVersion,
  store,
  tables,
} from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../../platform/sync/row-actions.ts'
import { pageCallParams, projectIdOfPage } from '../actions.ts'
import { pageVersionsAtom } from './atoms.ts'

type Page = Pick<PageRow, 'id' | 'project_ids'>

/** Returns the project ids of a page in this project, or in the workspace itself if `projectId` is null. */
export function projectIdsAt(projectId: string | null): string[] {
  return projectId === null ? [] : [projectId]
}

/** Loads the versions of a page. The change feed keeps them up to date afterwards. Throws `RequestError`. */
export async function loadPageVersions(page: Page): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion(
    callForContainer(projectIdOfPage(page), 'listPageVersions'),
    {
      params: pageCallParams(page),
    },
  )
  if (currentSlug() === slug)
    replaceRows('page_versions', answer, version, ({ page_id }) => page_id === page.id)
}

export async function readPageVersion(page: Page, version_id: string): Promise<string> {
  const { description_html } = await request(callForContainer(projectIdOfPage(page), 'getPageVersion'), {
    params: { ...pageCallParams(page), version_id },
    query: { fields: 'description_html' },
  })
  return description_html
}

/**
 * Restores a version. Open editors show the change immediately. Undo restores the previous text, which the server has
 * stored as a version.
 */
export async function restorePageVersion(
  page: Page,
  version: Pick<PageVersionRow, 'id' | 'last_saved_at'>,
): Promise<void> {
  const [last] = store.get(pageVersionsAtom(page.id))
  await mutate({
    ...restoring(page, version.id),
    message: t('versions.page.restored', { when: formatFullDateTime(version.last_saved_at) }),
    ...(last && { undo: toAnyMutation(restoring(page, last.id, version.last_saved_at)) }),
  })
}

/** Names a version, or removes its name. */
export async function namePageVersion(
  page: Page,
  version: { id: string },
  name: string | null,
): Promise<void> {
  const row = tables.page_versions.get(version.id)
  if (row !== undefined)
    await mutate(
      versionActions(page).update(
        row,
        { name },
        t(name === null ? 'versions.nameRemoved' : 'versions.named'),
      ),
    )
}

function versionActions(page: Page) {
  return createRowActions('page_versions', {
    update: (row, patch: Pick<PageVersionRow, 'name'>) =>
      createSentCall(callForContainer(projectIdOfPage(page), 'updatePageVersion'), {
        params: { ...pageCallParams(page), version_id: row.id },
        body: patch,
      }),
  })
}

function restoring(page: Page, version_id: string, since?: string): Mutation<'restorePageVersion'> {
  return {
    call: callForContainer(projectIdOfPage(page), 'restorePageVersion'),
    input: {
      params: { ...pageCallParams(page), version_id },
      query: since === undefined ? {} : { while: since },
    },
    changes: [],
    answerTable: 'page_versions',
    queueKey: `text of ${page.id}`,
  }
}
