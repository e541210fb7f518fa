import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { StickyColor } from '#common/personal/stickies/rules.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

export const StickyEntity = defineEntity({
  name: 'Sticky',
  tableName: 'stickies',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    owner: p.uuid(),
    name: p.string().strictNullable(),
    description: p.json<Record<string, unknown>>(),
    description_html: p.text(),
    description_stripped: p.text(),
    text_version: p.integer(),
    color: p.string().strictNullable(),
    background_color: p.string().$type<StickyColor>().strictNullable(),
    logo_props: p.json<LogoProps>(),
    sort_order: p.float(),
  },
})
export type Sticky = InferEntity<typeof StickyEntity>
