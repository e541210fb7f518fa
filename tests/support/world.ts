import { Readable } from 'node:stream'
import { hashToken } from '#api/platform/http/session.ts'
import { createDiskStorage } from '#api/platform/storage/disk.ts'
import type { UploadSlot } from '#common/documents/files/schema.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { type ApiClient, anonymous, runSql, signUp } from './api-client.ts'
import { addMember } from './cast.ts'
import { exampleOf } from './examples.ts'
import type { RawInput } from './raw-call.ts'
import type { TestServer } from './server.ts'
import { attach, sendFile } from './upload.ts'

/** What someone holds in the workspace Acme and in its project Atlas; null is no membership. */
export interface Standing {
  is_signed_in: boolean
  is_instance_admin: boolean
  workspace: Role | null
  project: Role | null
}

export interface Person extends Standing {
  name: string
  client: ApiClient
}

/** One of every kind of row, all in one workspace and one project. */
export interface Side {
  workspace_id: string
  slug: string
  project_id: string
  identifier: string
  item_id: string
  /** An item that is completed, and one that is archived as well. */
  done_item_id: string
  archived_item_id: string
  /** Related to the item. */
  other_item_id: string
  relation_id: string
  comment_id: string
  /** Of the item. */
  link_id: string
  worklog_id: string
  template_id: string
  /** The item is in it. Besides, one that is over, one that is archived, and a draft. */
  cycle_id: string
  done_cycle_id: string
  archived_cycle_id: string
  next_cycle_id: string
  /** What the maker sent in. */
  intake_id: string
  intake_version_id: string
  /** The item is in it. Besides, one that is done and one that is archived. */
  module_id: string
  done_module_id: string
  archived_module_id: string
  module_link_id: string
  /** Of the same maker, with what an item has; besides, one that is done and one that is archived. */
  epic_id: string
  done_epic_id: string
  archived_epic_id: string
  epic_comment_id: string
  epic_link_id: string
  epic_relation_id: string
  epic_version_id: string
  epic_attachment_id: string
  epic_update_id: string
  /** That is on in the project, and three of its values. */
  estimate_id: string
  estimate_point_id: string
  other_estimate_point_id: string
  /** Of the item's text. */
  version_id: string
  page_version_id: string
  page_comment_id: string
  /** A file of the item, of the same maker. */
  attachment_id: string
  /** A picture in the text of the item, and the logo of the workspace, of the same maker; the maker's own. */
  project_asset_id: string
  workspace_asset_id: string
  user_asset_id: string
  token_id: string
  /** An account elsewhere by which the maker signs in. */
  account_id: string
  /** That one, as its admin, may restore. */
  deleted_workspace_id: string
  deleted_project_id: string
  /** A session besides the one that it is seen by. */
  session_id: string
  passkey_id: string
  push_device_id: string
  /** The picture of somebody who is on both sides. */
  open_asset_id: string
  key: string
  page_id: string
  /** One that others go below. */
  parent_page_id: string
  view_id: string
  /** Pages of the workspace itself, which guests do not see, and one that others go below. */
  workspace_page_id: string
  workspace_parent_page_id: string
  workspace_page_version_id: string
  /** A view of the workspace, which guests see their own of alone. */
  workspace_view_id: string
  workspace_template_id: string
  workspace_import_id: string
  quick_link_id: string
  webhook_id: string
  webhook_log_id: string
  /** A job that was given up, of the installation. */
  job_id: string
  /** What the maker made. */
  export_id: string
  import_id: string
  /** By which the project is published. */
  deploy_board_id: string
  anchor: string
  /** What the maker, or who makes the call, said of the item for everybody. */
  public_comment_id: string
  sticky_id: string
  /** A folder of them, which is its maker's own. */
  favorite_id: string
  /** What the maker was told of the item. */
  notification_id: string
  /** Somebody's own, in the project. */
  draft_id: string
  state_id: string
  label_id: string
  /** Where items of the one go that is deleted, and what the other one becomes. */
  other_state_id: string
  other_label_id: string
  /** Who made the item, the page and the views; a guest of the project. */
  maker_id: string
  workspace_membership_id: string
  project_membership_id: string
  /** A member of the workspace who is not in the project. */
  outsider_id: string
  invitation_id: string
  /** A project that members may join. */
  public_project_id: string
  /** A project besides, in which those work who work in the first. */
  new_project_id: string
}

export interface World {
  people: Person[]
  /** Admin of both workspaces: with her, nothing but the ids of a call can be at fault. */
  ada: ApiClient
  acme: Side
  /** Another project of Acme. */
  sibling: Side
  foreign: Side
  /** What a caller sends when everything is right; `also` names optional fields of the body, `fields` what is to stand in a field. */
  input(
    call: Call,
    side: Side,
    who: { email: string },
    also?: string[],
    fields?: Record<string, string>,
  ): RawInput
}

export function adminOf({ people }: World): Person {
  const admin = people.find((each) => each.workspace === role.admin)
  if (admin === undefined) throw new Error('nobody is an admin of the workspace')
  return admin
}

/** A reaction, which is no row but what one is called. */
const thumbsUp = '128077'

/** The token of every invitation of this world. */
export const invitationToken = 'a'.repeat(64)

/** Path parameters that name something inside a project: without access there, it is not found. */
export const insideProject = new Set([
  'project_id',
  'issues/{id}',
  'epics/{id}',
  'key',
  'page_id',
  'page_comment_id',
  'state_id',
  'label_id',
  'deploy_board_id',
  'relation_id',
  'issue-drafts/{id}',
  'comment_id',
  'link_id',
  'worklog_id',
  'template_id',
  'cycle_id',
  'inbox_issue_id',
  'intake-work-items/{id}',
  'module_id',
  'module_link_id',
  'update_id',
  'epic_comment_id',
  'epic_link_id',
  'epic_relation_id',
  'epic_version_id',
  'epic_attachment_id',
  'estimate_id',
  'estimate_point_id',
  'issue_id',
  'version_id',
  'attachment_id',
  'project_asset_id',
  'entity_id',
  'notification_id',
  'import_id',
])

interface MadeRow {
  table: string
  column: string
  /** By which the table knows it, `id` for most. */
  key?: string
  id: keyof Side
  /** Who does not find those of others: guests whatever a project opens to them, or nobody does. */
  hiddenFrom?: 'guests' | 'everybody'
  /** Nor do guests find one that is theirs. */
  isHiddenEvenOwn?: true
  /** Everybody in the workspace, or in the project that it is of, sees it. */
  isSeenByAll?: true
  /** What it has to be besides to be its maker's own, in SQL: of some rows only one kind is. */
  ownWhere?: string
}

/** Rows that somebody made, and where that is written. */
export const madeRows: Record<string, MadeRow> = {
  'issues/{id}': { table: 'work_items', column: 'created_by', id: 'item_id' },
  'epics/{id}': { table: 'work_items', column: 'created_by', id: 'epic_id' },
  comment_id: { table: 'work_item_comments', column: 'actor', id: 'comment_id' },
  attachment_id: { table: 'file_assets', column: 'created_by', id: 'attachment_id' },
  project_asset_id: { table: 'file_assets', column: 'created_by', id: 'project_asset_id' },
  workspace_asset_id: {
    table: 'file_assets',
    column: 'created_by',
    id: 'workspace_asset_id',
    isSeenByAll: true,
    // The logo that it is belongs to all admins.
    ownWhere: "entity_type = 'DRAFT_ISSUE_DESCRIPTION', entity_identifier = null",
  },
  cycle_id: { table: 'cycles', column: 'owned_by_id', id: 'cycle_id', isSeenByAll: true },
  epic_comment_id: { table: 'work_item_comments', column: 'actor', id: 'epic_comment_id' },
  epic_attachment_id: { table: 'file_assets', column: 'created_by', id: 'epic_attachment_id' },
  update_id: { table: 'epic_updates', column: 'created_by', id: 'epic_update_id' },
  inbox_issue_id: { table: 'work_items', column: 'created_by', id: 'intake_id' },
  module_id: { table: 'modules', column: 'created_by', id: 'module_id', isSeenByAll: true },
  worklog_id: { table: 'worklogs', column: 'logged_by', id: 'worklog_id', hiddenFrom: 'guests' },
  page_id: { table: 'pages', column: 'owned_by', id: 'page_id' },
  workspace_page_id: {
    table: 'pages',
    column: 'owned_by',
    id: 'workspace_page_id',
    hiddenFrom: 'guests',
    isHiddenEvenOwn: true,
  },
  page_comment_id: { table: 'page_comments', column: 'actor', id: 'page_comment_id' },
  view_id: { table: 'views', column: 'owned_by', id: 'view_id' },
  workspace_view_id: { table: 'views', column: 'owned_by', id: 'workspace_view_id', hiddenFrom: 'guests' },
  'draft-issues/{id}': { table: 'drafts', column: 'created_by', id: 'draft_id', hiddenFrom: 'everybody' },
  'issue-drafts/{id}': { table: 'drafts', column: 'created_by', id: 'draft_id', hiddenFrom: 'everybody' },
  notification_id: {
    table: 'notification_receipts',
    column: 'receiver',
    key: 'notification_id',
    id: 'notification_id',
    hiddenFrom: 'everybody',
  },
  export_id: { table: 'exports', column: 'initiated_by', id: 'export_id', hiddenFrom: 'everybody' },
  import_id: { table: 'page_imports', column: 'created_by', id: 'import_id', hiddenFrom: 'everybody' },
  workspace_import_id: {
    table: 'page_imports',
    column: 'created_by',
    id: 'workspace_import_id',
    hiddenFrom: 'everybody',
  },
  favorite_id: { table: 'favorites', column: 'user_id', id: 'favorite_id', hiddenFrom: 'everybody' },
  quick_link_id: { table: 'quick_links', column: 'owner', id: 'quick_link_id', hiddenFrom: 'everybody' },
  sticky_id: { table: 'stickies', column: 'owner', id: 'sticky_id', hiddenFrom: 'everybody' },
}

export async function makeWorld(server: TestServer): Promise<World> {
  const person = (name: string) => signUp(server, `${name}@example.com`)
  const [ann, pat, max, gus, mia, guy, rex, dee, ida, ada, eve] = await Promise.all([
    person('ann'),
    person('pat'),
    person('max'),
    person('gus'),
    person('mia'),
    person('guy'),
    person('rex'),
    person('dee'),
    person('ida'),
    person('ada'),
    person('eve'),
  ])
  const open_asset_id = await addPicture(server, ada)
  const acme = { ...(await furnish(server, ann, 'Acme')), open_asset_id }
  const foreign = { ...(await furnish(server, eve, 'Evil')), open_asset_id }
  const sibling = { ...acme, ...(await furnishProject(server, ann, acme, 'Borealis', 'BOR')) }
  for (const side of [acme, foreign]) await addMember(server, side.workspace_id, ada.id, role.admin)
  for (const each of [pat, max, mia, rex, dee])
    await addMember(server, acme.workspace_id, each.id, role.member)
  for (const each of [gus, guy]) await addMember(server, acme.workspace_id, each.id, role.guest)
  await joinProject(server, acme, pat.id, role.admin)
  for (const each of [max, rex, dee]) await joinProject(server, acme, each.id, role.member)
  await joinProject(server, acme, gus.id, role.guest)
  const next = { ...acme, project_id: acme.new_project_id }
  for (const each of [pat, max]) await joinProject(server, next, each.id, role.member)
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  await sql('update workspace_members set is_active = false where member_id = $1', [rex.id])
  await sql('update users set is_active = false where id = $1', [dee.id])
  for (const id of [ida.id, acme.outsider_id])
    await sql('insert into instance_admins (user_id) values ($1)', [id])

  const nobody: Standing = {
    is_signed_in: false,
    is_instance_admin: false,
    workspace: null,
    project: null,
  }
  const signedIn = { ...nobody, is_signed_in: true }
  const member = { ...signedIn, workspace: role.member }
  const guest = { ...signedIn, workspace: role.guest }
  const stranger = anonymous(server)
  const people: Person[] = [
    { name: 'an anonymous caller', client: stranger, ...nobody },
    {
      name: 'a made-up session',
      client: { ...stranger, cookie: `session-id=${'0'.repeat(128)}` },
      ...nobody,
    },
    { name: 'Dee, whose account is deactivated', client: dee, ...nobody },
    { name: 'Eve of another workspace', client: eve, ...signedIn },
    { name: 'Rex, removed from the workspace', client: rex, ...signedIn },
    { name: 'Ida, admin of the installation alone', client: ida, ...signedIn, is_instance_admin: true },
    { name: 'Guy, a guest outside the project', client: guy, ...guest },
    { name: 'Gus, a guest of the project', client: gus, ...guest, project: role.guest },
    { name: 'Mia, a member outside the project', client: mia, ...member },
    { name: 'Max, a member of the project', client: max, ...member, project: role.member },
    { name: 'Pat, an admin of the project', client: pat, ...member, project: role.admin },
    {
      name: 'Ann, an admin of the workspace',
      client: ann,
      ...signedIn,
      workspace: role.admin,
      project: role.admin,
    },
  ]
  const invitations = await invite(
    server,
    acme,
    people.filter((each) => each.is_signed_in).map((each) => each.client),
  )
  const colleagues = [ada, ...people.filter((each) => each.workspace !== null).map((each) => each.client)]
  const drafts = await beginDrafts(server, acme, colleagues)
  for (const { id } of colleagues) await runTimer(server, acme, id)
  const pictures = new Map<string, string>()
  const tokens = new Map<string, string>()
  const accounts = new Map<string, string>()
  const sessions = new Map<string, string>()
  const passkeys = new Map<string, string>()
  const deleted = new Map<string, string>()
  const deletedProjects = new Map<string, string>()
  const devices = new Map<string, string>()
  const said = new Map<string, string>()
  for (const { client } of people.filter((each) => each.is_signed_in)) {
    pictures.set(client.email, await pictureRow(server, client.id))
    tokens.set(client.email, await tokenRow(server, client.id))
    accounts.set(client.email, await accountRow(server, client.id))
    sessions.set(client.email, await sessionRow(server, client.id))
    passkeys.set(client.email, await passkeyRow(server, client.id))
    deleted.set(client.email, await deletedWorkspace(server, client.id))
    deletedProjects.set(client.email, await deletedProject(server, acme, client.id))
    said.set(client.email, await publicComment(server, acme.comment_id, client.id))
    devices.set(client.email, await pushDeviceRow(server, client.id))
  }
  const inAcme = <T>(side: unknown, value: T) => (side === acme ? value : undefined)
  return {
    people,
    ada,
    acme,
    sibling,
    foreign,
    input(call, side, who, also = [], fields = {}) {
      // An invitation is answered by the invited address alone, so everybody has one of their own.
      const own = isPersonal(call) ? invitations.get(who.email) : undefined
      const draft_id = inAcme(side, drafts.get(who.email))
      const mine = {
        ...side,
        user_asset_id: pictures.get(who.email) ?? side.user_asset_id,
        token_id: tokens.get(who.email) ?? side.token_id,
        account_id: accounts.get(who.email) ?? side.account_id,
        deleted_workspace_id: deleted.get(who.email) ?? side.deleted_workspace_id,
        deleted_project_id: inAcme(side, deletedProjects.get(who.email)) ?? side.deleted_project_id,
        session_id: sessions.get(who.email) ?? side.session_id,
        passkey_id: passkeys.get(who.email) ?? side.passkey_id,
        public_comment_id: inAcme(side, said.get(who.email)) ?? side.public_comment_id,
        push_device_id: devices.get(who.email) ?? side.push_device_id,
        ...(own !== undefined && { invitation_id: own }),
        ...(draft_id !== undefined && call.path.includes('/draft-to-issue/') && { draft_id }),
      }
      const known = (field: string) =>
        fields[field] ?? itemNamed(call, field, mine) ?? fieldValue(field, mine)
      return {
        params: Object.fromEntries(
          paramsOf(call).map(({ name, place }) => [name, pathValue(call, place, mine)]),
        ),
        ...(call.query && { query: exampleOf(call.query, known) as Record<string, string> }),
        ...(call.body && { body: exampleOf(call.body, known, [...neededBy(call), ...also]) }),
      }
    },
  }
}

function isPersonal({ path }: Call): boolean {
  return path.endsWith('/join/') || path.includes('/me/')
}

/**
 * Names of the parameters in a call's path; `id` alone says nothing, so it takes the collection before it along. Views and
 * pages are of a project or of the workspace.
 */
export function paramsOf(call: Call): { name: string; place: string }[] {
  return [...call.path.matchAll(/(?:([\w-]+)\/)?\{(\w+)\}/g)].map(([, collection = '', name = '']) => ({
    name,
    place: placeOf(call, collection, name),
  }))
}

function placeOf({ path }: Call, collection: string, name: string): string {
  if (name === 'id' || collection.endsWith('-preferences')) return `${collection}/{${name}}`
  if (name === 'comment_id' && path.includes('{anchor}')) return 'public_comment_id'
  if (name === 'comment_id' && path.includes('{page_id}')) return 'page_comment_id'
  if (name === 'asset_id') return `${assetOf(path)}_asset_id`
  // What belongs to an epic has the same name as what belongs to an item.
  if (path.includes('/epics/{id}/') && insideProject.has(`epic_${name}`)) return `epic_${name}`
  const isOfWorkspace = !path.includes('{project_id}') && ofWorkspaces.has(name)
  return isOfWorkspace ? `workspace_${name}` : name
}

/** What is of a project or of the workspace itself. */
const ofWorkspaces = new Set(['view_id', 'page_id', 'version_id', 'entity_id', 'template_id', 'import_id'])

/** Files are addressed by what they belong to. */
function assetOf(path: string): 'open' | 'user' | 'project' | 'workspace' {
  if (path.includes('/static/')) return 'open'
  if (path.includes('{anchor}')) return 'project'
  if (!path.includes('{slug}')) return 'user'
  return path.includes('{project_id}') ? 'project' : 'workspace'
}

/** What stands in the path for a row of `side`. Whoever adds a parameter adds its row here. */
export function pathValue(call: Call, place: string, side: Side): string {
  const values: Record<string, string> = {
    slug: side.slug,
    project_id: side.project_id,
    'issues/{id}': side[itemOf(call)],
    'epics/{id}': side[epicOf(call)],
    update_id: side.epic_update_id,
    key: side.key,
    'home-preferences/{key}': 'recents',
    'sidebar-preferences/{key}': 'stickies',
    page_id: side.page_id,
    workspace_page_id: side.workspace_page_id,
    view_id: side.view_id,
    workspace_view_id: side.workspace_view_id,
    state_id: side.state_id,
    label_id: side.label_id,
    user_id: side.outsider_id,
    relation_id: side.relation_id,
    epic_relation_id: side.epic_relation_id,
    comment_id: side.comment_id,
    page_comment_id: side.page_comment_id,
    epic_comment_id: side.epic_comment_id,
    link_id: side.link_id,
    worklog_id: side.worklog_id,
    epic_link_id: side.epic_link_id,
    template_id: side.template_id,
    workspace_template_id: side.workspace_template_id,
    cycle_id: side[cycleOf(call)],
    module_id: side[moduleOf(call)],
    module_link_id: side.module_link_id,
    estimate_id: side.estimate_id,
    estimate_point_id: side.estimate_point_id,
    issue_id: side.item_id,
    inbox_issue_id: side.intake_id,
    'intake-work-items/{id}': side.intake_id,
    version_id: { intake: side.intake_version_id, pages: side.page_version_id }[call.area] ?? side.version_id,
    workspace_version_id: side.workspace_page_version_id,
    epic_version_id: side.epic_version_id,
    reaction: thumbsUp,
    'draft-issues/{id}': side.draft_id,
    'issue-drafts/{id}': side.draft_id,
    'draft-to-issue/{id}': side.draft_id,
    attachment_id: side.attachment_id,
    epic_attachment_id: side.epic_attachment_id,
    project_asset_id: side.project_asset_id,
    workspace_asset_id: side.workspace_asset_id,
    user_asset_id: side.user_asset_id,
    token_id: side.token_id,
    provider: 'google',
    account_id: side.account_id,
    'deleted-workspaces/{id}': side.deleted_workspace_id,
    'deleted-projects/{id}': side.deleted_project_id,
    session_id: side.session_id,
    passkey_id: side.passkey_id,
    push_device_id: side.push_device_id,
    open_asset_id: side.open_asset_id,
    entity_id: side.item_id,
    workspace_entity_id: side.workspace_page_id,
    favorite_id: side.favorite_id,
    quick_link_id: side.quick_link_id,
    webhook_id: side.webhook_id,
    webhook_log_id: side.webhook_log_id,
    job_id: side.job_id,
    export_id: side.export_id,
    import_id: side.import_id,
    workspace_import_id: side.workspace_import_id,
    deploy_board_id: side.deploy_board_id,
    anchor: side.anchor,
    public_comment_id: side.public_comment_id,
    sticky_id: side.sticky_id,
    notification_id: side.notification_id,
    member_id:
      typeof call.who === 'object' && 'project' in call.who
        ? side.project_membership_id
        : side.workspace_membership_id,
    invitation_id: side.invitation_id,
    instance_admin_id: side.outsider_id,
    uidb64: Buffer.from(side.outsider_id).toString('base64url'),
    token: invitationToken,
  }
  const value = values[place]
  if (value === undefined) {
    throw new Error(`tests/support/world.ts has no row for {${place}} in ${call.path}: add one to a Side`)
  }
  return value
}

/** Which item a call is for: only what is done can be archived, only what is archived comes back. */
function itemOf({ method, path }: Call): 'item_id' | 'done_item_id' | 'archived_item_id' {
  if (!path.endsWith('/archive/') && !path.endsWith('/bulk-archive-issues/')) return 'item_id'
  return method === 'POST' ? 'done_item_id' : 'archived_item_id'
}

/** The same of epics. */
function epicOf({ method, path }: Call): 'epic_id' | 'done_epic_id' | 'archived_epic_id' {
  if (!path.endsWith('/archive/')) return 'epic_id'
  return method === 'POST' ? 'done_epic_id' : 'archived_epic_id'
}

/** Which cycle a call is for: only what is over can be archived. */
function cycleOf({ method, path }: Call): 'cycle_id' | 'done_cycle_id' | 'archived_cycle_id' {
  if (path.includes('/archived-cycles/')) return 'archived_cycle_id'
  if (!path.endsWith('/archive/')) return 'cycle_id'
  return method === 'POST' ? 'done_cycle_id' : 'archived_cycle_id'
}

/** Which module a call is for: only what is done can be archived. */
function moduleOf({ method, path }: Call): 'module_id' | 'done_module_id' | 'archived_module_id' {
  if (path.includes('/archived-modules/')) return 'archived_module_id'
  if (!path.endsWith('/archive/')) return 'module_id'
  return method === 'POST' ? 'done_module_id' : 'archived_module_id'
}

/** Fields that a call takes with some others alone: a folder among favourites has a name, and is no thing. */
function neededBy({ method, path }: Call): string[] {
  if (method === 'POST' && path.endsWith('/pages/{page_id}/comments/')) return ['anchor']
  return method === 'POST' && path.endsWith('/user-favorites/') ? ['name'] : []
}

/** Where a page goes below another; what is moved goes to a project. */
function parentPageOf({ path }: Call, side: Side): string {
  const isOfProject = path.includes('{project_id}') || path.endsWith('/move/')
  return isOfProject ? side.parent_page_id : side.workspace_parent_page_id
}

/** Bodies that name items: by `issue_ids`, or by the `id` of each update. */
function itemNamed(call: Call, field: string, side: Side): string | undefined {
  if (field === 'issue_ids') return side[itemOf(call)]
  if (call.path.endsWith('/former-identifiers/')) return `${side.identifier}0`
  if (field === 'parent_id' && call.area === 'pages') return side.page_comment_id
  if (field === 'parent_id' && call.path.endsWith('/comments/'))
    return call.area === 'epics' ? side.epic_comment_id : side.comment_id
  if (field === 'parent' && call.area === 'favorites') return side.favorite_id
  if (field === 'parent' && call.area === 'pages') return parentPageOf(call, side)
  const updates = call.path.endsWith('/issue-dates/') || call.path.endsWith('/bulk-update-issues/')
  return field === 'id' && updates ? side.item_id : undefined
}

/** What stands in a field of a query or body, by the field's name. */
export function fieldValue(field: string, side: Side): string | undefined {
  const values: Record<string, string> = {
    id: newId(),
    reaction: thumbsUp,
    issue_ids: side.item_id,
    entity_identifier: side.item_id,
    asset_ids: side.project_asset_id,
    workspace: side.workspace_id,
    before: side.comment_id,
    from: side.comment_id,
    // Beside the first letter that the first one ever wrote.
    start: 'AAEAAA==',
    end: 'AAEAAA==',
    issues: side.other_item_id,
    cycle: side.cycle_id,
    module: side.module_id,
    view: side.view_id,
    page: side.page_id,
    project: side.project_id,
    cycle_id: side.cycle_id,
    new_cycle_id: side.next_cycle_id,
    estimate: side.estimate_id,
    estimate_point: side.estimate_point_id,
    estimate_point_id: side.estimate_point_id,
    new_estimate_point_id: side.estimate_point_id,
    new_estimate_id: side.other_estimate_point_id,
    new_state_id: side.other_state_id,
    into: side.other_label_id,
    resumes: side.worklog_id,
    end_date: '2026-03-02',
    modules: side.module_id,
    removed_modules: side.done_module_id,
    module_ids: side.module_id,
    epic_id: side.epic_id,
    lead_id: side.outsider_id,
    member_ids: side.outsider_id,
    url: 'https://olga.example',
    related_issue: side.other_item_id,
    duplicate_to: side.other_item_id,
    snoozed_till: inDays(3),
    status: '-2',
    sub_issue_ids: side.other_item_id,
    state_id: side.state_id,
    default_state: side.state_id,
    parent_id: side.item_id,
    parent: side.label_id,
    label_ids: side.label_id,
    labels: side.label_id,
    cover: side.project_asset_id,
    assignee_ids: side.outsider_id,
    member_id: side.outsider_id,
    project_lead: side.outsider_id,
    default_assignee: side.outsider_id,
    last_workspace_id: side.workspace_id,
    project_id: side.project_id,
    project_ids: side.public_project_id,
    type: 'image/png',
    new_project_id: side.new_project_id,
    invitations: side.invitation_id,
    subscriber: side.maker_id,
    token: invitationToken,
    email: 'nova@example.net',
    password: 'nine quiet otters paddle',
    new_password: 'nine quiet otters paddle',
  }
  return values[field]
}

/** The ids of all rows of a side. */
export function idsOf({ slug, identifier, key, anchor, ...ids }: Side): Record<string, string> {
  return ids
}

async function furnish(
  server: TestServer,
  admin: ApiClient,
  name: string,
): Promise<Omit<Side, 'open_asset_id'>> {
  const slug = name.toLowerCase()
  const workspace = await admin.call('createWorkspace', { body: { name, slug } })
  const maker = await signUp(server, `tom@${slug}.example`)
  const outsider = await signUp(server, `olga@${slug}.example`)
  const workspace_membership_id = await addMember(server, workspace.id, maker.id, role.member)
  await addMember(server, workspace.id, outsider.id, role.member)
  const { invitations } = await admin.call('createInvitations', {
    params: { slug },
    body: { emails: [{ email: `invited@${slug}.example`, role: role.guest }] },
  })
  const invitation_id = invitations[0]?.id ?? ''
  await runSql(server.databaseUrl, 'update workspace_invites set token_hash = $1 where id = $2', [
    hashToken(invitationToken),
    invitation_id,
  ])
  const open = await admin.call('createProject', {
    params: { slug },
    body: { name: 'Open to all', identifier: 'OPEN', network: 2 },
  })
  const next = await admin.call('createProject', {
    params: { slug },
    body: { name: 'Next', identifier: 'NEXT' },
  })
  const gone = await admin.call('createProject', {
    params: { slug },
    body: { name: 'Gone', identifier: 'GONE' },
  })
  await admin.call('deleteProject', { params: { slug, project_id: gone.id } })
  const view = await admin.call('createWorkspaceView', { params: { slug }, body: { name: 'Made by Tom' } })
  await runSql(server.databaseUrl, 'update views set owned_by = $1 where id = $2', [maker.id, view.id])
  const page = await admin.call('createWorkspacePage', {
    params: { slug },
    body: { name: 'Made by Tom for all', description_html: '<p>Written by Tom</p>' },
  })
  const above = await admin.call('createWorkspacePage', { params: { slug }, body: { name: 'Above others' } })
  const [pageVersion] = await admin.call('listWorkspacePageVersions', { params: { slug, page_id: page.id } })
  const template = await admin.call('createWorkspaceTemplate', {
    params: { slug },
    body: { name: 'Pages begin like this' },
  })
  const pages = [page.id, above.id]
  await runSql(server.databaseUrl, 'update pages set owned_by = $1 where id = any($2)', [maker.id, pages])
  const link = await maker.call('createQuickLink', { params: { slug }, body: { url: 'https://tom.example' } })
  const webhook = await admin.call('createWebhook', {
    params: { slug },
    body: { url: 'https://tom.example' },
  })
  const sticky = await maker.call('createSticky', {
    params: { slug },
    body: { description_html: '<p>Mine</p>' },
  })
  const folder = await maker.call('createFavorite', {
    params: { slug },
    body: { entity_type: 'folder', name: 'Of Tom' },
  })
  const logo = await addFile(server, await slotFor(admin, 'createWorkspaceAsset', { slug }, 'WORKSPACE_LOGO'))
  await admin.call('confirmWorkspaceAsset', { params: { slug, asset_id: logo }, body: {} })
  await giveFile(server, logo, maker.id)
  const within = {
    slug,
    workspace_asset_id: logo,
    user_asset_id: await pictureRow(server, maker.id),
    token_id: await tokenRow(server, maker.id),
    account_id: await accountRow(server, maker.id),
    deleted_workspace_id: await deletedWorkspace(server, maker.id),
    deleted_project_id: gone.id,
    session_id: await sessionRow(server, maker.id),
    passkey_id: await passkeyRow(server, maker.id),
    push_device_id: await pushDeviceRow(server, maker.id),
    favorite_id: folder.id,
    quick_link_id: link.id,
    webhook_id: webhook.id,
    webhook_log_id: await webhookLogRow(server, webhook.id),
    job_id: await jobFailureRow(server),
    export_id: await exportRow(server, workspace.id, maker.id),
    sticky_id: sticky.id,
    workspace_page_id: page.id,
    workspace_parent_page_id: above.id,
    workspace_page_version_id: pageVersion?.id ?? '',
    workspace_view_id: view.id,
    workspace_template_id: template.id,
    workspace_import_id: await importRow(server, workspace.id, page.id, maker.id),
    public_project_id: open.id,
    new_project_id: next.id,
    workspace_id: workspace.id,
    workspace_membership_id,
    maker_id: maker.id,
    outsider_id: outsider.id,
    invitation_id,
  }
  return { ...within, ...(await furnishProject(server, admin, within, 'Atlas', slug.toUpperCase())) }
}

async function furnishProject(
  server: TestServer,
  admin: ApiClient,
  side: Pick<Side, 'slug' | 'workspace_id' | 'maker_id' | 'outsider_id'>,
  name: string,
  identifier: string,
) {
  const project = await admin.call('createProject', {
    params: side,
    body: {
      name,
      identifier,
      network: 0,
      guest_view_all_features: true,
      cycle_view: true,
      module_view: true,
      inbox_view: true,
      is_time_tracking_enabled: true,
      is_epic_enabled: true,
    },
  })
  const params = { slug: side.slug, project_id: project.id }
  const project_membership_id = await joinProject(
    server,
    { ...side, project_id: project.id },
    side.maker_id,
    role.guest,
  )
  // A state that no item is in can be deleted.
  const state = await admin.call('createState', { params, body: { name: 'Spare', color: '#60646c' } })
  const label = await admin.call('createLabel', { params, body: { name: 'Spare' } })
  const other_state = await admin.call('createState', { params, body: { name: 'Other', color: '#60646c' } })
  const published = await admin.call('publishProject', {
    params,
    body: { is_comments_enabled: true, is_reactions_enabled: true, is_votes_enabled: true },
  })
  const other_label = await admin.call('createLabel', { params, body: { name: 'Other' } })
  await runSql(
    server.databaseUrl,
    'insert into former_project_identifiers (workspace_id, project_id, identifier) select workspace_id, id, $2 from projects where id = $1',
    [project.id, `${identifier}0`],
  )
  const cycle = (days: object) => admin.call('createCycle', { params, body: { name: 'By Tom', ...days } })
  const over = await cycle({ start_date: '2026-01-05', end_date: '2026-01-16' })
  const archivedCycle = await cycle({ start_date: '2026-01-19', end_date: '2026-01-30' })
  await admin.call('archiveCycle', { params: { ...params, cycle_id: archivedCycle.id } })
  const running = await cycle({ start_date: new Date().toISOString(), end_date: inDays(14) })
  const next = await cycle({})
  const module = (name: string, status: string) =>
    admin.call('createModule', { params, body: { name, status } })
  const doneModule = await module('Done', 'completed')
  const archivedModule = await module('Put away', 'cancelled')
  await admin.call('archiveModule', { params: { ...params, module_id: archivedModule.id } })
  const begun = await module('By Tom', 'in-progress')
  const moduleLink = await admin.call('createModuleLink', {
    params: { ...params, module_id: begun.id },
    body: { url: 'https://tom.example' },
  })
  const estimate = await admin.call('createEstimate', {
    params,
    body: {
      estimate: { last_used: true },
      estimate_points: ['1', '2', '3'].map((value, key) => ({ key, value })),
    },
  })
  const item = await admin.call('createWorkItem', {
    params,
    body: {
      name: 'Made by Tom',
      cycle_id: running.id,
      module_ids: [begun.id],
      description_html: '<p>Written by Tom</p>',
    },
  })
  const { results } = await admin.call('listDescriptionVersions', { params: { ...params, id: item.id } })
  const [version] = results
  const intake = await admin.call('createInboxIssue', {
    params,
    body: { issue: { name: 'Sent in by Tom', description_html: '<p>Please</p>' } },
  })
  const ofIntake = await admin.call('listIntakeVersions', { params: { ...params, id: intake.id } })
  const epic = await makeEpics(server, admin, params, side.maker_id)
  const done = await makeDone(admin, params, 'Done')
  const archived = await makeDone(admin, params, 'Archived')
  await admin.call('archiveWorkItem', { params: { ...params, id: archived } })
  const other = await admin.call('createWorkItem', { params, body: { name: 'Related' } })
  const [relation] = await admin.call('createRelations', {
    params: { ...params, id: item.id },
    body: { relation_type: 'relates_to', issues: [other.id] },
  })
  const comment = await admin.call('createComment', {
    params: { ...params, id: item.id },
    body: { comment_html: '<p>Said by Tom</p>' },
  })
  const draft = await admin.call('createProjectDraft', { params, body: { name: 'Begun by Tom' } })
  const link = await admin.call('createLink', {
    params: { ...params, id: item.id },
    body: { url: 'https://tom.example' },
  })
  const worklog = await admin.call('createWorklog', {
    params: { ...params, id: item.id },
    body: { duration: 90, description: 'Done by Tom' },
  })
  const template = await admin.call('createTemplate', { params, body: { name: 'Begin like this' } })
  const file = await attach(server, admin, { ...params, id: item.id }, someFile)
  const page = await admin.call('createPage', {
    params,
    body: { name: 'Made by Tom', description_html: '<p>Written by Tom</p>' },
  })
  const said = await admin.call('createPageComment', {
    params: { ...params, page_id: page.id },
    body: { comment_html: '<p>Said by Tom</p>', anchor: someAnchor },
  })
  const [pageVersion] = await admin.call('listPageVersions', { params: { ...params, page_id: page.id } })
  const above = await admin.call('createPage', { params, body: { name: 'Above others' } })
  const view = await admin.call('createView', { params, body: { name: 'Made by Tom' } })
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  await sql('update work_items set created_by = $1, subscriber_ids = $3 where id = $2', [
    side.maker_id,
    item.id,
    [side.outsider_id],
  ])
  await sql('update work_items set created_by = $1 where id = $2', [side.maker_id, intake.id])
  await sql('update work_item_comments set actor = $1 where id = $2', [side.maker_id, comment.id])
  await sql('update drafts set created_by = $1 where id = $2', [side.maker_id, draft.id])
  const place = await slotFor(admin, 'createProjectAsset', params, 'ISSUE_DESCRIPTION', item.id)
  const project_asset_id = await addFile(server, place)
  await admin.call('confirmProjectAsset', { params: { ...params, asset_id: project_asset_id }, body: {} })
  for (const each of [file.id, project_asset_id]) await giveFile(server, each, side.maker_id)
  await sql('update work_items set description_html = description_html || $1 where id = $2', [
    `<image-component src="${project_asset_id}"></image-component>`,
    item.id,
  ])
  await sql('update page_comments set actor = $1 where id = $2', [side.maker_id, said.id])
  await sql('update pages set owned_by = $1 where id = any($2)', [side.maker_id, [page.id, above.id]])
  await sql('update views set owned_by = $1 where id = $2', [side.maker_id, view.id])
  await sql('update worklogs set logged_by = $1 where id = $2', [side.maker_id, worklog.id])
  await sql('update cycles set owned_by_id = $1 where id = $2', [side.maker_id, running.id])
  await sql('update modules set created_by = $1 where id = $2', [side.maker_id, begun.id])
  return {
    project_id: project.id,
    identifier,
    item_id: item.id,
    done_item_id: done,
    archived_item_id: archived,
    other_item_id: other.id,
    relation_id: relation?.relation_id ?? '',
    comment_id: comment.id,
    link_id: link.id,
    worklog_id: worklog.id,
    template_id: template.id,
    cycle_id: running.id,
    done_cycle_id: over.id,
    archived_cycle_id: archivedCycle.id,
    next_cycle_id: next.id,
    intake_id: intake.id,
    intake_version_id: ofIntake.results[0]?.id ?? '',
    module_id: begun.id,
    done_module_id: doneModule.id,
    archived_module_id: archivedModule.id,
    module_link_id: moduleLink.id,
    ...epic,
    estimate_id: estimate.id,
    estimate_point_id: estimate.points[0]?.id ?? '',
    other_estimate_point_id: estimate.points[1]?.id ?? '',
    version_id: version?.id ?? '',
    page_version_id: pageVersion?.id ?? '',
    page_comment_id: said.id,
    draft_id: draft.id,
    attachment_id: file.id,
    project_asset_id,
    key: `${identifier}-${item.sequence_id}`,
    page_id: page.id,
    import_id: await importRow(server, project.id, page.id, side.maker_id),
    parent_page_id: above.id,
    view_id: view.id,
    notification_id: await notificationRow(server, side, project.id, item),
    state_id: state.id,
    label_id: label.id,
    other_state_id: other_state.id,
    other_label_id: other_label.id,
    deploy_board_id: published.id,
    anchor: published.anchor,
    public_comment_id: await publicComment(server, comment.id, side.maker_id),
    project_membership_id,
  }
}

const someAnchor = { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Written', prefix: '', suffix: ' by Tom' }

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

const somePicture = {
  name: 'dot.png',
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

function slotFor(
  who: ApiClient,
  call: 'createUserAsset' | 'createWorkspaceAsset' | 'createProjectAsset',
  params: { slug: string; project_id?: string },
  entity_type: string,
  entity_identifier?: string,
): Promise<UploadSlot> {
  const { name, type, bytes } = somePicture
  const body = { name, type, size: bytes.length, entity_type, entity_identifier }
  return who.call(call, { params: { project_id: '', ...params }, body })
}

async function addFile(server: TestServer, slot: UploadSlot): Promise<string> {
  const sent = await sendFile(server, slot, somePicture)
  if (!sent.ok) throw new Error(`The picture was refused with ${sent.status}`)
  return slot.asset_id
}

async function addPicture(server: TestServer, who: ApiClient): Promise<string> {
  const asset_id = await addFile(server, await slotFor(who, 'createUserAsset', { slug: '' }, 'USER_AVATAR'))
  await who.call('confirmUserAsset', { params: { asset_id }, body: {} })
  return asset_id
}

async function giveFile(server: TestServer, id: string, userId: string): Promise<void> {
  await runSql(server.databaseUrl, 'update file_assets set created_by = $1 where id = $2', [userId, id])
}

/** A cover that somebody has, without its file. */
async function pictureRow(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  const attributes = { name: 'cover.png', size: 1, type: 'image/webp', width: 1, height: 1 }
  await runSql(
    server.databaseUrl,
    `insert into file_assets (id, entity_type, entity_identifier, attributes, uploaded_at, created_by)
     values ($1, 'USER_COVER', $2, $3, now(), $2)`,
    [id, userId, attributes],
  )
  return id
}

/** Of a kind that no version knows, so that nobody does it. */
async function jobFailureRow(server: TestServer): Promise<string> {
  const id = newId()
  const insert = `insert into job_failures (id, name, attempts, reason, sealed_data) values ($1, 'forgotten', 1, 'It failed', '')`
  await runSql(server.databaseUrl, insert, [id])
  return id
}

async function webhookLogRow(server: TestServer, webhookId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into webhook_logs (id, webhook_id, delivery_id, event_type, request_headers, request_body,
       response_status, response_headers, response_body, retry_count, duration_ms)
     values ($1, $2, $1, 'issue', '{}', '{}', 200, '{}', '', 0, 12)`,
    [id, webhookId],
  )
  return id
}

/** One of which a page came, of a project or of the workspace itself. */
async function importRow(
  server: TestServer,
  placeId: string,
  pageId: string,
  userId: string,
): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into page_imports (id, created_at, updated_at, workspace_id, project_id, created_by, name, size, access, status, total, done)
     select $1, now(), now(), workspace_id, project_id, $3, 'nova.md', 6, 0, 'completed', 1, 1 from (
       select workspace_id, id as project_id, id from projects union all select id, null, id from workspaces) places where id = $2`,
    [id, placeId, userId],
  )
  await runSql(
    server.databaseUrl,
    "insert into page_import_notes (id, import_id, kind, file, page_id) values ($1, $2, 'page', 'nova.md', $3)",
    [newId(), id, pageId],
  )
  return id
}

/** One whose file is kept. */
async function exportRow(server: TestServer, workspaceId: string, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into exports (id, workspace_id, initiated_by, provider, project_ids, multiple, rich_filters, status, row_count, size, expires_at)
     values ($1, $2, $3, 'csv', '{}', false, '{}', 'completed', 0, 4, now() + interval '1 day')`,
    [id, workspaceId, userId],
  )
  await createDiskStorage(server.dataDir).put(`exports/${id}`, Readable.from([Buffer.from('key\n')]), 4)
  return id
}

/** A copy of a comment, by that person and for everybody. */
async function publicComment(server: TestServer, commentId: string, actor: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into work_item_comments (id, created_at, updated_at, workspace_id, project_id, issue_id, actor, comment_html,
       comment_json, comment_stripped, mention_ids, access)
     select $1, created_at, updated_at, workspace_id, project_id, issue_id, $2, comment_html,
       comment_json, comment_stripped, '{}', 'EXTERNAL' from work_item_comments where id = $3`,
    [id, actor, commentId],
  )
  return id
}

async function tokenRow(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into api_tokens (id, token_hash, ending, user_id, label, description, scope)
     values ($1::uuid, $1::text, 'cafe', $2, 'Bot', '', 'write')`,
    [id, userId],
  )
  return id
}

async function pushDeviceRow(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into push_devices (id, user_id, session_hash, endpoint, p256dh, auth, user_agent)
     select $1::uuid, $2, s.token_hash, 'https://push.example/' || $1::text, '', '', '' from sessions s
     where s.user_id = $2 order by s.created_at limit 1`,
    [id, userId],
  )
  return id
}

async function accountRow(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into linked_accounts (id, user_id, provider, issuer, provider_account_id)
     values ($1::uuid, $2, 'github', 'https://github.com', $1::text)`,
    [id, userId],
  )
  return id
}

async function passkeyRow(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values ($1::uuid, $2, $1::text, '', 0, '[]', 'Phone')`,
    [id, userId],
  )
  return id
}

async function deletedWorkspace(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `with made as (
       insert into workspaces (id, name, slug, owner, background_color, deleted_at) values ($1::uuid, 'Gone', 'gone-' || $1::text, $2, '#1a2b3c', now())
     ), counted as (
       insert into workspace_versions (workspace_id, version) values ($1, 0)
     )
     insert into workspace_members (id, workspace_id, member_id, role) values ($1, $1, $2, 20)`,
    [id, userId],
  )
  return id
}

/** One that a person was an admin of; each has one, since others do not find it. */
async function deletedProject(server: TestServer, side: Side, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `with made as (
       insert into projects (id, workspace_id, name, identifier, deleted_at)
       values ($1::uuid, $2::uuid, 'Gone ' || $1::text, 'GONE', now())
     ), counted as (
       insert into project_sequences (project_id, workspace_id) values ($1, $2)
     )
     insert into project_members (id, workspace_id, project_id, member_id, role, original_role, sort_order)
     values ($1, $2, $1, $3, 20, 20, 1)`,
    [id, side.workspace_id, userId],
  )
  return id
}

async function sessionRow(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into sessions (token_hash, id, user_id, expires_at)
     values ($1::text, $1::uuid, $2, now() + interval '1 day')`,
    [id, userId],
  )
  return id
}

/** What the maker was told of an item. */
async function notificationRow(
  server: TestServer,
  { workspace_id, maker_id }: Pick<Side, 'workspace_id' | 'maker_id'>,
  projectId: string,
  item: { id: string; name: string; sequence_id: number },
): Promise<string> {
  const id = newId()
  const happened = {
    ...{ id, verb: 'updated', field: 'priority', actor: null, old_value: 'none', new_value: 'high' },
    ...{ old_identifier: null, new_identifier: null, issue_comment: null },
    created_at: new Date().toISOString(),
  }
  const data = {
    issue: {
      ...{ id: item.id, name: item.name, identifier: '', sequence_id: item.sequence_id },
      ...{ state_name: 'Backlog', state_group: 'backlog' },
    },
    issue_activity: happened,
    issue_activities: [happened],
    count: 1,
  }
  await runSql(
    server.databaseUrl,
    `with told as (
       insert into notifications (id, workspace_id, project_id, receivers, entity_identifier, issue_id, issue_created_by, title,
         message_html, data, happened, is_mentioned_notification, created_at, updated_at)
       values ($1, $2, $3, array[$4::uuid], $5, $5, $4, 'updated the priority', '', $6, '[]', false, now(), now()))
     insert into notification_receipts (notification_id, receiver, workspace_id, sender)
     values ($1, $4, $2, 'in_app:issue_activities:created')`,
    [id, workspace_id, projectId, maker_id, item.id, data],
  )
  return id
}

const someFile = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') }

/** One with all that it can have, one that is done and one that is archived. */
async function makeEpics(
  server: TestServer,
  admin: ApiClient,
  params: { slug: string; project_id: string },
  maker: string,
) {
  const of = async (name: string) => {
    const item = await makeDone(admin, params, name)
    await admin.call('convertToEpic', { params: { ...params, id: item } })
    return item
  }
  const done = await of('Done epic')
  const archived = await of('Archived epic')
  await admin.call('archiveEpic', { params: { ...params, id: archived } })
  const { id } = await admin.call('createEpic', {
    params,
    body: { name: 'Epic of Tom', description_html: '<p>Written by Tom</p>' },
  })
  const at = { params: { ...params, id } }
  const [relation] = await admin.call('createRelations', {
    ...at,
    body: { relation_type: 'relates_to', issues: [done] },
  })
  const comment = await admin.call('createEpicComment', { ...at, body: { comment_html: '<p>Said</p>' } })
  const link = await admin.call('createEpicLink', { ...at, body: { url: 'https://tom.example' } })
  const update = await admin.call('createEpicUpdate', { ...at, body: { status: 'on_track' } })
  const { results } = await admin.call('listEpicVersions', at)
  const file = await attach(server, admin, at.params, someFile)
  await giveFile(server, file.id, maker)
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  await sql('update work_items set created_by = $1 where id = $2', [maker, id])
  await sql('update work_item_comments set actor = $1 where id = $2', [maker, comment.id])
  await sql('update epic_updates set created_by = $1 where id = $2', [maker, update.id])
  return {
    epic_id: id,
    done_epic_id: done,
    archived_epic_id: archived,
    epic_comment_id: comment.id,
    epic_link_id: link.id,
    epic_relation_id: relation?.relation_id ?? '',
    epic_version_id: results[0]?.id ?? '',
    epic_attachment_id: file.id,
    epic_update_id: update.id,
  }
}

async function makeDone(
  admin: ApiClient,
  params: { slug: string; project_id: string },
  name: string,
): Promise<string> {
  const states = await admin.call('listStates', { params })
  const done = Object.values(states)
    .flat()
    .find((state) => state.group === 'completed')
  const item = await admin.call('createWorkItem', { params, body: { name, state_id: done?.id } })
  return item.id
}

/** For tests in which one person has every right that there is. */
export async function makeInstanceAdmin(server: TestServer, userId: string): Promise<void> {
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [userId])
}

export async function joinProject(
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace_id, project_id }: Pick<Side, 'workspace_id' | 'project_id'>,
  userId: string,
  held: Role,
): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into project_members (id, workspace_id, project_id, member_id, role, original_role, sort_order)
     values ($1, $2, $3, $4, $5, $5, 65535)`,
    [id, workspace_id, project_id, userId, held],
  )
  return id
}

/** Makes all that somebody made theirs, so that they come as far as what only owners may do. */
export async function giveRows(server: TestServer, side: Side, userId: string): Promise<void> {
  for (const { table, column, key = 'id', id } of Object.values(madeRows)) {
    const values = [userId, side[id]]
    await runSql(server.databaseUrl, `update ${table} set ${column} = $1 where ${key} = $2`, values)
  }
}

/** A draft of each person's own, which nobody else finds; by their address. */
async function beginDrafts(
  server: TestServer,
  side: Side,
  people: ApiClient[],
): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const { email, id } of people) {
    const draft = newId()
    made.set(email, draft)
    await runSql(
      server.databaseUrl,
      `insert into drafts (id, workspace_id, created_by, project_id, name) values ($1, $2, $3, $4, 'Begun')`,
      [draft, side.workspace_id, id, side.project_id],
    )
  }
  return made
}

/** Everybody has a timer running on the item. */
async function runTimer(server: TestServer, side: Side, userId: string): Promise<void> {
  await runSql(
    server.databaseUrl,
    `insert into timers (id, workspace_id, project_id, issue_id, user_id, started_at) values ($1, $2, $3, $4, $5, now())`,
    [newId(), side.workspace_id, side.project_id, side.item_id, userId],
  )
}

/** An open invitation for each person, whether or not they are in already; by their address. */
async function invite(server: TestServer, side: Side, people: ApiClient[]): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const { email } of people) {
    const id = newId()
    made.set(email, id)
    await runSql(
      server.databaseUrl,
      `insert into workspace_invites (id, workspace_id, email, role, token_hash, invited_by)
       select $1, w.id, $3, $4, $5, w.owner from workspaces w where w.id = $2`,
      [id, side.workspace_id, email, role.guest, hashToken(invitationToken)],
    )
  }
  return made
}
