import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { trashable } from '../../platform/db/columns.ts'

export const PageEntity = defineEntity({
  name: 'Page',
  tableName: 'pages',
  properties: {
    ...trashable,
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
    /** Labels that it had elsewhere, and that its project has none like. */
    left_label_ids: p.array<string>().columnType('uuid[]').default([]),
    parent: p.uuid().strictNullable(),
    sort_order: p.float(),
    /** Where it was before it was moved, by whose address it is still found. */
    former_project_ids: p.array<string>().columnType('uuid[]').default([]),
    /** Of one in the trash: those that stood below it. */
    left_child_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    is_locked: p.boolean().default(false),
    archived_at: p.datetime().strictNullable(),
  },
})
export type Page = InferEntity<typeof PageEntity>
