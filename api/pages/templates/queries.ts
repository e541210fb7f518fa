import type { LockMode } from '@mikro-orm/postgresql'
import {
  type TemplateAnswer,
  type TemplateRow,
  templateAnswer,
  templateRow,
} from '#common/pages/templates/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { type PageContext, projectIdOfPages } from '../pages/container.ts'
import { type Template, TemplateEntity } from './entity.ts'

export async function listTemplates(ctx: PageContext): Promise<TemplateRow[]> {
  const rows = await query(ctx.em)
    .selectFrom('work_item_templates')
    .select(templateRow.keyof().options)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('project_id', 'is not distinct from', projectIdOfPages(ctx))
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => present(templateRow, row))
}

export async function getTemplate(ctx: PageContext, id: string): Promise<TemplateAnswer> {
  return present(templateAnswer, await loadTemplate(ctx, id))
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
      project_id: projectIdOfPages(ctx),
      ...(!trashed && { deleted_at: null }),
    },
    lockMode === undefined ? {} : { lockMode },
  )
  if (template === null) throw notFound('Template not found')
  return template
}
