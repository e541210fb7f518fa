/**
 * The areas and their folders in the order of their dependencies: a folder may import only folders that come earlier in
 * this list. `.` means the files directly in the area. `common`, `api` and `web` use the same
 * names. `npm run check` compares the list with the folders and the imports (`scripts/borders.mjs`).
 */
export const foldersByArea = {
  platform: folders(
    `. concurrency config db outgoing storage pictures context jobs feed mail http styles ui sync app person uploads shell gallery`,
  ),
  access: folders(`. requests`),
  identity: folders(`users sign-in api-tokens`),
  organization: folders(`workspaces audit onboarding favorites projects service-accounts teamspaces`),
  documents: folders(`content files editor versions comments`),
  work: folders(`states work-items cycles-modules-epics worklogs reminders relations links reactions labels listing versions comments activities user-properties
    attachments git detail views automations screens`),
  planning: folders(
    `figures cycles-and-modules cycles estimates modules epics project-updates intake analytics dashboards`,
  ),
  pages: folders(`recent-visits pages versions templates page-comments page-imports`),
  personal: folders(
    `preferences quick-links stickies account notifications search home profiles home-dashboard`,
  ),
  teams: folders('teamspaces'),
  sharing: folders(
    `webhooks calendar-feeds workspace-exports exports item-imports publish spaces token-api mcp`,
  ),
  operation: folders(`instance backup seed admin`),
}

/**
 * Exceptions to the order of `areas`: imports of a later folder, with their layer and the reason. Each is
 * within one area. Delete a line here when its last such import is gone.
 * @type {Record<string, string>}
 */
export const allowedOrderExceptions = {
  'api: documents/content -> documents/versions':
    'Storing a text also stores a version in the same statement. The client shows versions in the editor, so they come after it.',
  'api: identity/sign-in -> identity/api-tokens':
    'Verifying an address revokes the tokens of an earlier owner of the account. The client shows tokens on the security screen.',
  'api: organization/workspaces -> organization/projects':
    'Ending a workspace membership also ends the project memberships. Projects come after workspaces, because each belongs to one.',
  'api: work/states -> work/work-items':
    'Deleting a state moves its items. An item cannot be loaded without its state, so states come before items.',
}

/** @param {string} names separated by white space */
function folders(names) {
  return names.split(/\s+/).filter(Boolean)
}
