import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { moduleCalls } from '#common/planning/modules/calls.ts'
import { moduleLinksLimit } from '#common/planning/modules/rules.ts'
import type { ModuleLink } from '#common/planning/modules/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { saveCycleOrModule } from '../cycles-and-modules/commands.ts'
import { loadEditableModule } from './commands.ts'
import { moduleDefinition } from './definition.ts'
import type { Module } from './entity.ts'

type Calls = typeof moduleCalls

export async function createModuleLink(
  ctx: ProjectContext,
  id: string,
  input: BodyOf<Calls['createModuleLink']>,
): Promise<ModuleLink> {
  const module = await loadForLinks(ctx, id)
  if (module.link_module.length >= moduleLinksLimit)
    throw new AppError('invalid', `A module can have at most ${moduleLinksLimit} links.`)
  assertModuleLinkUnique(module, null, input.url)
  const link: ModuleLink = {
    id: input.id ?? newId(),
    title: input.title ?? null,
    url: input.url,
    metadata: {},
    created_at: new Date().toISOString(),
    created_by_id: ctx.user.id,
  }
  // If a repeated request creates the same link again, replace the link.
  const others = module.link_module.filter((one) => one.id !== link.id)
  await saveCycleOrModule(ctx, moduleDefinition, module, { link_module: [...others, link] })
  return link
}

export async function updateModuleLink(
  ctx: ProjectContext,
  id: string,
  linkId: string,
  { title, url }: BodyOf<Calls['updateModuleLink']>,
): Promise<ModuleLink> {
  const module = await loadForLinks(ctx, id)
  const link = linkOf(module, linkId)
  if (url !== undefined) assertModuleLinkUnique(module, linkId, url)
  const changed = { ...link, ...(title !== undefined && { title }), ...(url !== undefined && { url }) }
  await saveCycleOrModule(ctx, moduleDefinition, module, {
    link_module: module.link_module.map((one) => (one.id === linkId ? changed : one)),
  })
  return changed
}

export async function deleteModuleLink(ctx: ProjectContext, id: string, linkId: string): Promise<undefined> {
  const module = await loadForLinks(ctx, id)
  linkOf(module, linkId)
  await saveCycleOrModule(ctx, moduleDefinition, module, {
    link_module: module.link_module.filter((one) => one.id !== linkId),
  })
}

function loadForLinks(ctx: ProjectContext, id: string): Promise<Module> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  return loadEditableModule(ctx, id)
}

function linkOf(module: Module, id: string): ModuleLink {
  const link = module.link_module.find((one) => one.id === id)
  if (link === undefined) throw notFound('Link not found')
  return link
}

function assertModuleLinkUnique(module: Module, ownId: string | null, url: string): void {
  if (module.link_module.some((one) => one.url === url && one.id !== ownId))
    throw invalid('url', 'URL already exists.')
}
