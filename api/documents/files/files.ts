import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { projectAssetCalls, userAssetCalls, workspaceAssetCalls } from '#common/documents/files/calls.ts'
import {
  embeddedFileEntityTypes,
  type FileEntityType,
  publicPictureTypes,
  publicPictureUrl,
} from '#common/documents/files/rules.ts'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { forbidden } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { accessibleProjects, findWorkspace } from '../../access/access.ts'
import { canReadFile, getFileOwnerAccess } from '../../access/files.ts'
import { canUploadFile } from '../../access/visitors.ts'
import type {
  Context,
  ProjectContext,
  UserContext,
  WorkspaceContext,
} from '../../platform/context/context.ts'
import type { DocumentAccess } from '../../platform/context/documents.ts'
import { query } from '../../platform/db/orm.ts'
import { deleteIncomingUpload, finalizeUploadedFile } from './confirm.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'
import {
  accessToWorkspacePage,
  assertCanAddFiles,
  assetNotFoundError,
  findFileOwnerInWorkspace,
} from './owner-in-workspace.ts'
import { assignPictureToOwner, removePictureFromOwner } from './owners.ts'
import { type ServeOptions, serveFile } from './serve.ts'
import { attachPicturesToText } from './texts.ts'
import { createFileBeforeUpload, createUploadTarget } from './upload-target.ts'

/**
 * Workspace and project from the request's path. A file of another workspace or project is treated as not
 * found.
 */
interface FileLocation {
  workspace_id: string | null
  project_id: string | null
  created_by?: string
}

export const userFileLocation = ({ user }: UserContext): FileLocation => ({
  workspace_id: null,
  project_id: null,
  created_by: user.id,
})
export const workspaceFileLocation = ({ workspace }: WorkspaceContext): FileLocation => ({
  workspace_id: workspace.id,
  project_id: null,
})
/**
 * Matches files of the workspace, and the avatar and cover of the caller, which can be uploaded through every
 * workspace.
 */
export const workspaceOrUserFileFilter = ({ user, workspace }: WorkspaceContext) => ({
  $or: [{ workspace_id: workspace.id }, { workspace_id: null, created_by: user.id }],
})
/**
 * Matches the workspace's files in any project, because the text that contains the file may have been moved.
 */
export const workspaceFileFilter = ({ workspace }: WorkspaceContext): Partial<FileLocation> => ({
  workspace_id: workspace.id,
})
export const projectFileLocation = ({ workspace, project }: ProjectContext): FileLocation => ({
  workspace_id: workspace.id,
  project_id: project.id,
})

export async function createUserAsset(
  ctx: UserContext,
  { entity_type, ...announced }: BodyOf<typeof userAssetCalls.createUserAsset>,
): Promise<UploadTarget> {
  const owner = { workspace_id: null, project_id: null, entity_type, entity_identifier: ctx.user.id }
  const file = await createFileBeforeUpload(ctx, owner, announced)
  await ctx.em.flush()
  return createUploadTarget(ctx, file, publicPictureUrl(file.id))
}

/** Creates the row of a file in the workspace, and returns the address to which the client uploads the content. */
export async function createWorkspaceAsset(
  ctx: WorkspaceContext,
  {
    entity_type,
    entity_identifier = null,
    ...announced
  }: BodyOf<typeof workspaceAssetCalls.createWorkspaceAsset>,
): Promise<UploadTarget> {
  const owner = await findFileOwnerInWorkspace(ctx, entity_type, entity_identifier)
  const file = await createFileBeforeUpload(ctx, owner, announced)
  await ctx.em.flush()
  const place = `/api/assets/v2/workspaces/${ctx.workspace.slug}/${file.id}/`
  return createUploadTarget(
    ctx,
    file,
    publicPictureTypes.includes(entity_type) ? publicPictureUrl(file.id) : place,
  )
}

export async function createProjectAsset(
  ctx: ProjectContext,
  { entity_type, entity_identifier, ...announced }: BodyOf<typeof projectAssetCalls.createProjectAsset>,
): Promise<UploadTarget> {
  const { project, workspace } = ctx
  const isCover = entity_type === 'PROJECT_COVER'
  if (isCover && !hasRoleAtLeast(project.role, role.admin)) throw forbidden()
  const owner = {
    workspace_id: workspace.id,
    project_id: project.id,
    entity_type,
    entity_identifier: isCover ? project.id : await ownerOf(ctx, entity_type, entity_identifier ?? null),
  }
  const file = await createFileBeforeUpload(ctx, owner, announced)
  await ctx.em.flush()
  const place = `/api/assets/v2/workspaces/${workspace.slug}/projects/${project.id}/${file.id}/`
  return createUploadTarget(ctx, file, isCover ? publicPictureUrl(file.id) : place)
}

/**
 * Checks that the caller can add files to the text that contains the file. Returns the id of the text, or null if the
 * text does not exist yet.
 */
async function ownerOf(ctx: ProjectContext, type: FileEntityType, id: string | null): Promise<string | null> {
  if (id !== null) assertCanAddFiles(await accessToOwner(ctx, type, id))
  return id
}

async function accessToOwner(
  { em, user, project }: ProjectContext,
  type: FileEntityType,
  id: string,
): Promise<DocumentAccess | null> {
  const { rows } = await sql<{ id: string }>`
    select id from work_items where id = ${id} and project_id = ${project.id}
    union all select id from work_item_comments where id = ${id} and project_id = ${project.id}
    union all select id from page_comments where id = ${id} and project_ids @> array[${project.id}]::uuid[]
    union all select id from work_item_templates where id = ${id} and project_id = ${project.id}
    union all select id from pages where id = ${id} and project_ids @> array[${project.id}]::uuid[]`.execute(
    query(em),
  )
  return rows.length > 0 ? getFileOwnerAccess(em, user.id, type, id) : null
}

/**
 * Assigns pictures to the text that contains them now. Pictures that the caller cannot see are ignored. If `entityId`
 * is the id of the project, the picture becomes the cover of the project instead. Throws if the caller cannot
 * change the text.
 */
export async function adoptAssets(
  ctx: ProjectContext,
  entityId: string,
  { asset_ids }: BodyOf<typeof projectAssetCalls.adoptAssets>,
): Promise<undefined> {
  if (entityId === ctx.project.id) return setUploadedCover(ctx, asset_ids)
  for (const entity_type of embeddedFileEntityTypes) {
    const access = await accessToOwner(ctx, entity_type, entityId)
    if (access === null) continue
    assertCanAddFiles(access)
    return void (await attachPicturesToText(
      ctx,
      { entity_type, id: entityId, project_id: ctx.project.id },
      asset_ids,
    ))
  }
  throw assetNotFoundError()
}

/**
 * Makes an upload the cover of the project. Clients of the Plane API upload the cover before they create the
 * project. A repeated call also succeeds.
 */
async function setUploadedCover(
  { em, user, workspace, project }: ProjectContext,
  ids: string[],
): Promise<undefined> {
  if (!hasRoleAtLeast(project.role, role.admin)) throw forbidden()
  const covers = await em.find(
    FileAssetEntity,
    {
      id: { $in: ids },
      workspace_id: workspace.id,
      entity_type: 'PROJECT_COVER',
      deleted_at: null,
      $or: [{ entity_identifier: null, created_by: user.id }, { entity_identifier: project.id }],
    },
    { orderBy: { id: 'asc' } },
  )
  if (covers.length < new Set(ids).size) throw assetNotFoundError()
  for (const cover of covers) {
    Object.assign(cover, { entity_identifier: project.id, project_id: project.id })
    if (cover.uploaded_at instanceof Date) await assignPictureToOwner(em, cover)
  }
  await em.flush()
}

/** Attaches pictures to a page of the workspace that belongs to no project. */
export async function adoptWorkspaceAssets(
  ctx: WorkspaceContext,
  id: string,
  { asset_ids }: BodyOf<typeof workspaceAssetCalls.adoptWorkspaceAssets>,
): Promise<undefined> {
  assertCanAddFiles(await accessToWorkspacePage(ctx, id))
  await attachPicturesToText(ctx, { entity_type: 'PAGE_DESCRIPTION', id, project_id: null }, asset_ids)
}

/** Confirms an upload. A repeated confirmation also succeeds. */
export async function confirmAssetUpload(
  ctx: UserContext,
  where: Partial<FileLocation> | ReturnType<typeof workspaceOrUserFileFilter>,
  id: string,
): Promise<undefined> {
  const found = await ctx.em.findOne(FileAssetEntity, {
    id,
    ...where,
    deleted_at: null,
    entity_type: notAttached,
  })
  if (found === null) throw assetNotFoundError()
  if (found.created_by !== ctx.user.id) {
    throw (await canReadFile(ctx.em, ctx.user.id, found)) ? forbidden() : assetNotFoundError()
  }
  if (found.uploaded_at !== null) return
  if (!(await canConfirm(ctx, found))) throw forbidden()
  const attributes = await finalizeUploadedFile(ctx, found)
  await ctx.writing(async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
    const file = await em.findOne(FileAssetEntity, { id, deleted_at: null, uploaded_at: null }, lock)
    if (file === null) return
    // Check again, because the permission may have changed while the picture was processed.
    if (!(await canConfirm({ ...ctx, em }, file))) throw forbidden()
    Object.assign(file, { attributes, uploaded_at: new Date() })
    await assignPictureToOwner(em, file)
    await em.flush()
  })
  await deleteIncomingUpload(ctx, id)
}

/**
 * Returns true if the caller may still confirm the upload: members of the workspace, and visitors of the public
 * board. If the file is a logo or the cover of an existing project, the caller must still be an admin. Avatars
 * and covers of users can always be confirmed.
 */
async function canConfirm({ em, user }: UserContext, file: FileAsset): Promise<boolean> {
  const { entity_type, entity_identifier: id, workspace_id } = file
  if (!adminTypes.includes(entity_type))
    return workspace_id === null || canUploadFile(em, user.id, { ...file, workspace_id })
  if (workspace_id === null) return false
  // If `id` is null, the file is the cover of a project that is not created yet. Every member of the workspace
  // may confirm it.
  if (id === null) return (await findWorkspace(em, user.id, { id: workspace_id })) !== null
  const accessible =
    entity_type === 'WORKSPACE_LOGO'
      ? await findWorkspace(em, user.id, { id })
      : await accessibleProjects(em, user.id, { id: workspace_id })
          .where('project_id', '=', id)
          .executeTakeFirst()
  return accessible ? hasRoleAtLeast(accessible.role, role.admin) : false
}

/** Types of files that belong to the workspace or project and not to the uploader. */
const adminTypes: readonly FileEntityType[] = ['WORKSPACE_LOGO', 'PROJECT_COVER']

const notAttached = { $ne: 'ISSUE_ATTACHMENT' as const }

/**
 * Deletes a file. The uploader and admins may delete a file, but only admins may delete a logo or project
 * cover.
 */
export async function deleteAsset(
  ctx: UserContext,
  where: FileLocation,
  id: string,
  isAdmin: boolean,
): Promise<undefined> {
  const file = await loadOwn(ctx, where, id, isAdmin)
  if (file.deleted_at !== null) throw assetNotFoundError()
  file.deleted_at = new Date()
  await removePictureFromOwner(ctx.em, file)
  await ctx.em.flush()
}

export async function restoreAsset(
  ctx: UserContext,
  where: FileLocation,
  id: string,
  isAdmin: boolean,
): Promise<undefined> {
  const file = await loadOwn(ctx, where, id, isAdmin)
  if (file.deleted_at === null) return
  file.deleted_at = null
  if (file.uploaded_at instanceof Date) await assignPictureToOwner(ctx.em, file)
  await ctx.em.flush()
}

async function loadOwn(
  ctx: UserContext,
  where: FileLocation,
  id: string,
  isAdmin: boolean,
): Promise<FileAsset> {
  const file = await ctx.em.findOne(FileAssetEntity, { id, ...where, entity_type: notAttached })
  if (file === null) throw assetNotFoundError()
  const isShared = adminTypes.includes(file.entity_type) && file.entity_identifier !== null
  const isOwn = file.created_by === ctx.user.id && !isShared
  if (!isOwn && !(await canReadFile(ctx.em, ctx.user.id, file))) throw assetNotFoundError()
  if (!isOwn && !isAdmin) throw forbidden()
  return file
}

export async function getAsset(
  ctx: WorkspaceContext,
  where: Partial<FileLocation>,
  id: string,
  reading: ServeOptions,
): Promise<Response> {
  const file = await findConfirmed(ctx, where, id)
  if (!(await canReadFile(ctx.em, ctx.user.id, file))) throw assetNotFoundError()
  return serveFile(ctx, file, reading)
}

export async function checkAssetExists(
  ctx: WorkspaceContext,
  id: string,
): Promise<ResponseOf<typeof workspaceAssetCalls.checkWorkspaceAsset>> {
  const file = await findConfirmed(ctx, workspaceFileFilter(ctx), id)
  if (!(await canReadFile(ctx.em, ctx.user.id, file))) throw assetNotFoundError()
  const { name, type } = file.attributes
  return { exists: true, name, type }
}

/** Serves an avatar, logo or cover. These pictures are public to everybody who knows their random address. */
export async function getPublicPicture(ctx: Context, id: string, reading: ServeOptions): Promise<Response> {
  const file = await findConfirmed(ctx, {}, id)
  if (!publicPictureTypes.includes(file.entity_type)) throw assetNotFoundError()
  return serveFile(ctx, file, reading, 'public, max-age=31536000, immutable')
}

async function findConfirmed({ em }: Context, where: Partial<FileLocation>, id: string): Promise<FileAsset> {
  const file = await em.findOne(FileAssetEntity, {
    id,
    ...where,
    uploaded_at: { $ne: null },
    deleted_at: null,
    entity_type: notAttached,
  })
  if (file === null) throw assetNotFoundError()
  return file
}
