import { isDeepStrictEqual } from 'node:util'
import { defineEntity, type EntityManager, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAccess, PagePublication } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

/**
 * Columns that users edit. The other columns describe the position of the page. These columns also change
 * when another page is deleted, archived, moved or restored, which must not change `updated_at` of this page.
 */
const editedColumns = [
  'name',
  'color',
  'logo_props',
  'view_props',
  'label_ids',
  'access',
  'is_locked',
  'shares',
] as const

type EditedPage = Record<(typeof editedColumns)[number], unknown> & { updated_at: Date }

export const PageEntity = defineEntity({
  name: 'Page',
  tableName: 'pages',
  properties: {
    ...trashableColumns,
    updated_at: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate((page: EditedPage, em) => (isEdited(page, em) ? new Date() : page.updated_at)),
    workspace_id: p.uuid(),
    project_ids: p.array<string>().columnType('uuid[]'),
    name: p.text().default(''),
    description_html: p.text().lazy().default('<p></p>'),
    description_json: p.json<Record<string, unknown>>().lazy().nullable(),
    description_stripped: p.text().lazy().default(''),
    owned_by: p.uuid(),
    access: p.integer().$type<PageAccess>(),
    color: p.string().default(''),
    logo_props: p.json<LogoProps>(),
    view_props: p.json<Record<string, unknown>>(),
    label_ids: p.array<string>().columnType('uuid[]'),
    mention_ids: p.array<string>().columnType('uuid[]').default([]),
    /** Labels from an earlier project for which the current project has no label of the same name. */
    left_label_ids: p.array<string>().columnType('uuid[]').default([]),
    parent: p.uuid().strictNullable(),
    sort_order: p.float(),
    /** Earlier projects of the page. Addresses with these projects still lead to the page. */
    former_project_ids: p.array<string>().columnType('uuid[]').default([]),
    /** Ids of the child pages that a page in the trash had before it was deleted. */
    left_child_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    is_locked: p.boolean().default(false),
    archived_at: p.datetime().strictNullable(),
    shares: p.json<PageShares>().default('{}'),
    publication: p.json<PagePublication>().strictNullable(),
  },
})
export type Page = InferEntity<typeof PageEntity>

function isEdited(page: EditedPage, em: Pick<EntityManager, 'getUnitOfWork' | 'getComparator'>): boolean {
  const before = em.getUnitOfWork().getOriginalEntityData(page)
  const now = em.getComparator().prepareEntity(page)
  return editedColumns.some((column) => !isDeepStrictEqual(before?.[column], now[column]))
}
