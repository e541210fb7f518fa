import { LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/call.ts'
import { filesInHtml } from '#common/document/pictures.ts'
import { AppError } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import { firstPosition, positionStep } from '#common/positions.ts'
import type { templateCalls } from '#common/templates/calls.ts'
import { canUseTemplates, templatesLimit } from '#common/templates/rules.ts'
import { type TemplateAnswer, templateAnswer } from '#common/templates/schema.ts'
import { keepPictures } from '../assets/texts.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { fittingIn } from '../work-items/fitting.ts'
import { textOf } from '../work-items/kept-text.ts'
import { actorOf, allow } from '../work-items/load.ts'
import { type Template, TemplateEntity } from './entity.ts'
import { loadTemplate } from './queries.ts'

type Calls = typeof templateCalls
type Fields = BodyOf<Calls['updateTemplate']>

export async function createTemplate(
  ctx: ProjectContext,
  { id = newId(), kind = 'work_item', name, ...input }: BodyOf<Calls['createTemplate']>,
): Promise<TemplateAnswer> {
  allow(canUseTemplates(actorOf(ctx)))
  const { em, user, workspace, project } = ctx
  const text = await textOf(ctx, input)
  const { last } = await roomForOne(ctx)
  const empty = {
    ...{
      title: '',
      description_html: '',
      preview: '',
      priority: 'none' as const,
      state_id: null,
      estimate_point: null,
    },
    ...{ assignee_ids: [], label_ids: [], start_in_days: null, due_in_days: null, sub_items: [] },
    logo_props: {},
    sort_order: last === null ? firstPosition : last + positionStep,
  }
  const template = em.create(TemplateEntity, {
    ...empty,
    ...(await changed(ctx, { ...empty, name }, input)),
    ...text,
    id,
    kind,
    workspace_id: workspace.id,
    project_id: project.id,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  await keepPicturesOf(ctx, template, '')
  return present(templateAnswer, template)
}

export async function updateTemplate(
  ctx: ProjectContext,
  id: string,
  input: Fields,
): Promise<TemplateAnswer> {
  allow(canUseTemplates(actorOf(ctx)))
  const text = await textOf(ctx, input)
  const template = await load(ctx, id)
  const before = template.description_html
  const answer = await save(ctx, template, { ...(await changed(ctx, template, input)), ...text })
  await keepPicturesOf(ctx, template, before)
  return answer
}

/** Those that a change has brought into its text. */
async function keepPicturesOf(ctx: ProjectContext, template: Template, before: string): Promise<void> {
  const known = new Set(filesInHtml(before))
  const came = filesInHtml(template.description_html).filter((id) => !known.has(id))
  const { id, project_id } = template
  await keepPictures(ctx, { entity_type: 'TEMPLATE_DESCRIPTION', id, project_id }, came)
}

export async function deleteTemplate(ctx: ProjectContext, id: string): Promise<undefined> {
  allow(canUseTemplates(actorOf(ctx)))
  await save(ctx, await load(ctx, id), { deleted_at: new Date() })
}

/** Restoring one that is not deleted changes nothing. */
export async function restoreTemplate(ctx: ProjectContext, id: string): Promise<TemplateAnswer> {
  allow(canUseTemplates(actorOf(ctx)))
  await roomForOne(ctx, id)
  const template = await load(ctx, id, { trashed: true })
  if (template.deleted_at === null) return present(templateAnswer, template)
  return save(ctx, template, { deleted_at: null })
}

async function save(
  { em, user }: ProjectContext,
  template: Template,
  fields: Partial<Template>,
): Promise<TemplateAnswer> {
  em.assign(template, { ...fields, updated_by: user.id })
  await em.flush()
  return present(templateAnswer, template)
}

type Own = Pick<
  Template,
  | 'name'
  | 'title'
  | 'state_id'
  | 'priority'
  | 'assignee_ids'
  | 'label_ids'
  | 'estimate_point'
  | 'start_in_days'
  | 'due_in_days'
  | 'sub_items'
  | 'logo_props'
  | 'sort_order'
>

/** What the template is by this change, of what there is in the project. */
async function changed({ em, project, workspace }: ProjectContext, before: Own, sent: Fields): Promise<Own> {
  const given = <Name extends keyof Own>(name: Name): Own[Name] => {
    const value = (sent as Partial<Own>)[name]
    return value === undefined ? before[name] : value
  }
  const now: Own = {
    name: given('name'),
    title: given('title'),
    state_id: given('state_id'),
    priority: given('priority'),
    assignee_ids: given('assignee_ids'),
    label_ids: given('label_ids'),
    estimate_point: given('estimate_point'),
    start_in_days: given('start_in_days'),
    due_in_days: given('due_in_days'),
    sub_items: given('sub_items'),
    logo_props: given('logo_props'),
    sort_order: given('sort_order'),
  }
  const where = { project_id: project.id, workspace_id: workspace.id }
  const leave = await fittingIn(em, where, [now, ...now.sub_items])
  return { ...leave(now), sub_items: now.sub_items.map(leave) }
}

/** Locked: of two who change it at once, or one who deletes it meanwhile, the later goes by what the other has left. */
function load(ctx: ProjectContext, id: string, { trashed = false } = {}): Promise<Template> {
  return loadTemplate(ctx, id, { trashed, lockMode: LockMode.PESSIMISTIC_WRITE })
}

/**
 * Refuses when the others are as many as there may be, and says where the last of them stands. Whoever adds one waits for the other: counted
 * at once, both would find the same place free.
 */
async function roomForOne(
  { em, project }: ProjectContext,
  ownId: string | null = null,
): Promise<{ last: number | null }> {
  await query(em).selectFrom('projects').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
  const { count, last } = await query(em)
    .selectFrom('work_item_templates')
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.max('sort_order').as('last')])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .$if(ownId !== null, (others) => others.where('id', '<>', ownId))
    .executeTakeFirstOrThrow()
  if (Number(count) >= templatesLimit)
    throw new AppError('invalid', `A project has at most ${templatesLimit} templates.`)
  return { last }
}
