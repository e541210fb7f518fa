import type { LockMode } from '@mikro-orm/postgresql'
import { notFound } from '#common/errors.ts'
import {
  type TemplateAnswer,
  type TemplateRow,
  templateAnswer,
  templateRow,
} from '#common/templates/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { type Template, TemplateEntity } from './entity.ts'

export async function listTemplates({ em, project }: ProjectContext): Promise<TemplateRow[]> {
  const rows = await query(em)
    .selectFrom('work_item_templates')
    .select(templateRow.keyof().options)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => present(templateRow, row))
}

export async function getTemplate(ctx: ProjectContext, id: string): Promise<TemplateAnswer> {
  return present(templateAnswer, await loadTemplate(ctx, id))
}

export async function loadTemplate(
  { em, project }: ProjectContext,
  id: string,
  { trashed = false, lockMode }: { trashed?: boolean; lockMode?: LockMode } = {},
): Promise<Template> {
  const template = await em.findOne(
    TemplateEntity,
    { id, project_id: project.id, ...(!trashed && { deleted_at: null }) },
    lockMode === undefined ? {} : { lockMode },
  )
  if (template === null) throw notFound('Template not found')
  return template
}
