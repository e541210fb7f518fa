import { LockMode } from '@mikro-orm/postgresql'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { parsePageCover } from '#common/pages/pages/style.ts'
import type { templateCalls } from '#common/pages/templates/calls.ts'
import { canUseTemplates, templatesLimit } from '#common/pages/templates/rules.ts'
import { type TemplateResponse, templateResponse } from '#common/pages/templates/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { commonItemFields, emptyFieldValues, pickDefinedFields } from '#common/work/work-items/fields.ts'
import { requirePermission } from '../../access/actor.ts'
import { attachPicturesToText } from '../../documents/files/texts.ts'
import { firstAndLastPosition, lockListOrder, respaceRows } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { loadReferenceFilter } from '../../work/work-items/reference-filter.ts'
import { sanitizeDescription } from '../../work/work-items/sanitize-description.ts'
import { type PageContext, pageActor, pageContextProjectId } from '../pages/container.ts'
import { canBePageCover } from '../pages/cover.ts'
import { lockPageTree } from '../pages/tree.ts'
import { type Template, TemplateEntity } from './entity.ts'
import { loadTemplate } from './queries.ts'

type Calls = typeof templateCalls
type Fields = BodyOf<Calls['updateTemplate']>

export async function createTemplate(
  ctx: PageContext,
  {
    id = newId(),
    kind = pageContextProjectId(ctx) === null ? 'page' : 'work_item',
    name,
    ...input
  }: BodyOf<Calls['createTemplate']>,
): Promise<TemplateResponse> {
  requirePermission(canUseTemplates(pageActor(ctx)))
  const { em, user, workspace } = ctx
  const text = await sanitizeDescription(ctx, input)
  const { end } = await lockAndCheckLimit(ctx)
  const empty = {
    ...{ title: '', description_html: '', preview: '' },
    ...emptyFieldValues(commonItemFields),
    ...{ start_in_days: null, due_in_days: null, sub_items: [] },
    logo_props: {},
    view_props: {},
    sort_order: end,
  }
  const template = em.create(TemplateEntity, {
    ...empty,
    ...(await applyChange(ctx, { ...empty, name }, input)),
    ...text,
    id,
    kind,
    workspace_id: workspace.id,
    project_id: pageContextProjectId(ctx),
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  await attachPicturesOf(ctx, template)
  return presentRow(templateResponse, template)
}

export async function updateTemplate(ctx: PageContext, id: string, input: Fields): Promise<TemplateResponse> {
  requirePermission(canUseTemplates(pageActor(ctx)))
  const text = await sanitizeDescription(ctx, input)
  const where = { workspace_id: ctx.workspace.id, project_id: pageContextProjectId(ctx), deleted_at: null }
  if (input.sort_order !== undefined)
    await lockListOrder(ctx.em, `templates in ${where.project_id ?? where.workspace_id}`)
  const template = await load(ctx, id)
  const { description_html, view_props } = template
  ctx.em.assign(template, await applyChange(ctx, template, input))
  if (input.sort_order !== undefined) respaceRows(await ctx.em.find(TemplateEntity, where), template)
  const answer = await save(ctx, template, { ...text })
  await attachPicturesOf(ctx, template, { description_html, view_props })
  return answer
}

type PictureFields = Pick<Template, 'description_html' | 'view_props'>

/** Attaches the pictures and the cover that a change has added to the template. */
async function attachPicturesOf(ctx: PageContext, template: Template, before?: PictureFields): Promise<void> {
  const known = new Set(before && picturesIn(before))
  const added = picturesIn(template).filter((id) => !known.has(id))
  const { id, project_id } = template
  await attachPicturesToText(ctx, { entity_type: 'TEMPLATE_DESCRIPTION', id, project_id }, added)
}

function picturesIn({ description_html, view_props }: PictureFields): string[] {
  const cover = parsePageCover(view_props)
  return [...fileIdsInHtml(description_html), ...(cover === null ? [] : [cover])]
}

export async function deleteTemplate(ctx: PageContext, id: string): Promise<undefined> {
  requirePermission(canUseTemplates(pageActor(ctx)))
  await save(ctx, await load(ctx, id), { deleted_at: new Date() })
}

/** Restores a deleted template. A template that is not deleted does not change. */
export async function restoreTemplate(ctx: PageContext, id: string): Promise<TemplateResponse> {
  requirePermission(canUseTemplates(pageActor(ctx)))
  await lockAndCheckLimit(ctx, id)
  const template = await load(ctx, id, { trashed: true })
  if (template.deleted_at === null) return presentRow(templateResponse, template)
  return save(ctx, template, { deleted_at: null })
}

async function save(
  { em, user }: PageContext,
  template: Template,
  fields: Partial<Template>,
): Promise<TemplateResponse> {
  em.assign(template, { ...fields, updated_by: user.id })
  await em.flush()
  return presentRow(templateResponse, template)
}

const storedFields = {
  ...commonItemFields,
  ...{ name: true, title: true, start_in_days: true, due_in_days: true, sub_items: true },
  ...{ logo_props: true, view_props: true, sort_order: true },
}
type StoredFields = Pick<Template, keyof typeof storedFields>

/**
 * Returns the template's fields after the change, without references to rows that no longer exist in the
 * project.
 */
async function applyChange(ctx: PageContext, before: StoredFields, sent: Fields): Promise<StoredFields> {
  const view_props = { ...before.view_props, ...sent.view_props }
  const now: StoredFields = {
    ...pickDefinedFields(storedFields, before),
    ...pickDefinedFields(storedFields, sent),
    view_props,
  }
  const cover = parsePageCover(now.view_props)
  const isNewCover = cover !== null && cover !== parsePageCover(before.view_props)
  if (isNewCover && !(await canBePageCover(ctx, cover))) now.view_props = { ...now.view_props, cover: null }
  const where = { project_id: pageContextProjectId(ctx), workspace_id: ctx.workspace.id }
  const leave = await loadReferenceFilter(ctx.em, where, [now, ...now.sub_items])
  return { ...leave(now), sub_items: now.sub_items.map(leave) }
}

/** Loads and locks the template, so that concurrent changes and deletions run one after the other. */
function load(ctx: PageContext, id: string, { trashed = false } = {}): Promise<Template> {
  return loadTemplate(ctx, id, { trashed, lockMode: LockMode.PESSIMISTIC_WRITE })
}

/**
 * Returns the position after the last template. Throws if the maximum number of templates is reached. Two
 * concurrent requests could exceed the maximum, so the function takes a lock.
 */
async function lockAndCheckLimit(ctx: PageContext, ownId: string | null = null): Promise<{ end: number }> {
  const project_id = pageContextProjectId(ctx)
  if (project_id === null) await lockPageTree(ctx)
  else
    await query(ctx.em)
      .selectFrom('projects')
      .select('id')
      .where('id', '=', project_id)
      .forNoKeyUpdate()
      .execute()
  const list = query(ctx.em)
    .selectFrom('work_item_templates')
    .where('workspace_id', '=', ctx.workspace.id)
    .where('project_id', 'is not distinct from', project_id)
    .where('deleted_at', 'is', null)
    .$if(ownId !== null, (others) => others.where('id', '<>', ownId))
  const { count, end } = await firstAndLastPosition(list)
  if (count < templatesLimit) return { end }
  throw new AppError(
    'invalid',
    project_id === null
      ? `A workspace can have at most ${templatesLimit} templates.`
      : `A project can have at most ${templatesLimit} templates.`,
  )
}
