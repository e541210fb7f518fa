import type { LockMode } from '@mikro-orm/postgresql'
import {
  type TemplateResponse,
  type TemplateRow,
  templateResponse,
  templateRow,
} from '#common/pages/templates/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type PageContext, pageContextProjectId } from '../pages/container.ts'
import { type Template, TemplateEntity } from './entity.ts'

export async function listTemplates(ctx: PageContext): Promise<TemplateRow[]> {
  const rows = await query(ctx.em)
    .selectFrom('work_item_templates')
    .select(templateRow.keyof().options)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('project_id', 'is not distinct from', pageContextProjectId(ctx))
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => presentRow(templateRow, row))
}

export async function getTemplate(ctx: PageContext, id: string): Promise<TemplateResponse> {
  return presentRow(templateResponse, await loadTemplate(ctx, id))
}

export async function loadTemplate(
  ctx: PageContext,
  id: string,
  { trashed = false, lockMode }: { trashed?: boolean; lockMode?: LockMode } = {},
): Promise<Template> {
  const template = await ctx.em.findOne(
    TemplateEntity,
    {
      id,
      workspace_id: ctx.workspace.id,
      project_id: pageContextProjectId(ctx),
      ...(!trashed && { deleted_at: null }),
    },
    lockMode === undefined ? {} : { lockMode },
  )
  if (template === null) throw notFound('Template not found')
  return template
}
