import type { VersionRow } from '#common/documents/versions/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { formatFullDateTime } from '../../../documents/versions/format-full-date-time.ts'
import { t } from '../../../locales/i18n.ts'
import { mutate, replaceRows, request, requestWithVersion, store } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import { latestDescriptionVersionAtom } from './atoms.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** Loads the versions of a description. Afterwards the change feed keeps them up to date. Throws `RequestError`. */
export async function loadDescriptionVersions({ id, project_id }: Item): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listDescriptionVersions', {
    params: { slug, project_id, id },
  })
  if (currentSlug() === slug)
    replaceRows('description_versions', answer.results, version, ({ issue_id }) => issue_id === id)
}

export async function loadDescriptionVersionHtml(
  { id, project_id }: Item,
  version_id: string,
): Promise<string> {
  const { description_html } = await request('getDescriptionVersion', {
    params: { slug: currentSlug(), project_id, id, version_id },
    query: { fields: 'description_html' },
  })
  return description_html
}

/**
 * Restores a version. Open editors show the change live. The server also stores the replaced text as a version, so
 * that Undo can restore it.
 */
export async function restoreVersion(
  item: Item,
  version: Pick<VersionRow, 'id' | 'last_saved_at'>,
): Promise<void> {
  const last = store.get(latestDescriptionVersionAtom(item.id))
  await mutate({
    ...restoring(item, version.id),
    message: t('versions.description.restored', { when: formatFullDateTime(version.last_saved_at) }),
    ...(last && { undo: toAnyMutation(restoring(item, last.id, version.last_saved_at)) }),
  })
}

function restoring(
  { id, project_id }: Item,
  version_id: string,
  since?: string,
): Mutation<'restoreDescriptionVersion'> {
  return {
    call: 'restoreDescriptionVersion',
    input: {
      params: { slug: currentSlug(), project_id, id, version_id },
      query: since === undefined ? {} : { while: since },
    },
    changes: [],
    answerTable: 'description_versions',
    queueKey: `description of ${id}`,
  }
}
