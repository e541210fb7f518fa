/**
 * The areas of the product and the folders in them, in the order of their dependencies: a folder imports only what
 * stands before it in this list. `.` stands for the files of the area itself. `common`, `api` and `web` use the same
 * names. `npm run check` compares the list with the folders and the imports (`scripts/borders.mjs`).
 */
export const areas = {
  platform: folders(
    `. concurrency config db outgoing storage pictures context jobs feed mail http styles ui sync app person uploads shell gallery`,
  ),
  access: folders(`. requests`),
  identity: folders(`users sign-in api-tokens`),
  organization: folders(`workspaces audit onboarding favorites projects`),
  documents: folders(`content files editor versions comments`),
  work: folders(`states work-items plans worklogs relations links reactions labels listing versions comments activities user-properties
    attachments detail views automations screens`),
  planning: folders(`figures plans cycles estimates modules epics intake analytics`),
  pages: folders(`recent-visits pages versions templates page-comments page-imports`),
  personal: folders(`preferences quick-links stickies account notifications search home profiles`),
  sharing: folders(`webhooks exports publish spaces`),
  operation: folders(`instance backup seed admin`),
}

/**
 * Imports against the order, each with its layer and its reason. All of them stay within an area. Whoever removes the last import of a pair
 * deletes its line.
 * @type {Record<string, string>}
 */
export const againstTheOrder = {
  'api: documents/content -> documents/versions':
    'A text that is stored becomes a version in the same statement. The client shows versions in the editor, so they stand after it.',
  'api: identity/sign-in -> identity/api-tokens':
    'The proof of an address ends the tokens of whoever made the account before. The client shows tokens beside the ways to sign in.',
  'api: organization/workspaces -> organization/projects':
    'The end of a membership in a workspace ends those in its projects. Projects stand after workspaces, since each is in one.',
  'api: work/states -> work/work-items':
    'The deletion of a state moves the items that are in it. An item cannot be loaded without its state, so states stand before items.',
}

/** @param {string} names separated by white space */
function folders(names) {
  return names.split(/\s+/).filter(Boolean)
}
