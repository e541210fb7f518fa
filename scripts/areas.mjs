/**
 * The areas of the product and the folders in them, in the order of their dependencies: a folder imports only what
 * stands before it in this list. `.` stands for the files of the area itself. `common`, `api` and `web` use the same
 * names. `npm run check` compares the list with the folders and the imports (`scripts/borders.mjs`).
 */
export const areas = {
  platform: folders(
    `. config db outgoing storage pictures context jobs feed mail http styles ui sync app person uploads shell gallery`,
  ),
  access: folders(`. requests`),
  identity: folders(`users sign-in api-tokens`),
  organization: folders(`workspaces audit onboarding favorites projects`),
  documents: folders(`content files editor versions`),
  work: folders(`states work-items plans worklogs relations links reactions labels listing versions comments activities user-properties
    attachments detail views automations screens`),
  planning: folders(`figures cycles estimates modules epics intake`),
  pages: folders(`recent-visits pages versions templates page-comments page-imports`),
  personal: folders(`preferences quick-links stickies account notifications search home profiles`),
  sharing: folders(`webhooks exports publish spaces`),
  operation: folders(`instance backup seed admin`),
}

/**
 * Imports against the order that are left, each with its layer. Whoever removes the last import of a pair deletes its line.
 * @type {string[]}
 */
export const againstTheOrder = [
  'api: documents/content -> documents/versions',
  'api: identity/sign-in -> identity/api-tokens',
  'api: organization/workspaces -> organization/projects',
  'api: work/labels -> pages/pages',
  'api: work/states -> work/work-items',
  'common: planning/cycles -> planning/estimates',
  'common: work/work-items -> work/listing',
]

/** @param {string} names separated by white space */
function folders(names) {
  return names.split(/\s+/).filter(Boolean)
}
