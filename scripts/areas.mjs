/**
 * The areas of the product and the folders in them, in the order of their dependencies: a folder imports only what
 * stands before it in this list. `.` stands for the files of the area itself. `common`, `api` and `web` use the same
 * names. `npm run check` compares the list with the folders and the imports (`scripts/borders.mjs`).
 */
export const areas = {
  platform: folders(
    `. config context db jobs feed outgoing mail storage pictures http styles ui sync app person uploads shell gallery`,
  ),
  access: folders(`. requests`),
  identity: folders(`users sign-in account api-tokens`),
  organization: folders(`workspaces audit onboarding favorites projects`),
  documents: folders(`content files editor versions`),
  work: folders(`states work-items plans worklogs relations links reactions labels listing versions comments activities user-properties
    detail views automations screens`),
  planning: folders(`figures cycles estimates modules epics intake`),
  pages: folders(`recent-visits pages versions templates page-comments page-imports`),
  personal: folders(`preferences notifications quick-links stickies search home profiles`),
  sharing: folders(`webhooks exports publish spaces`),
  operation: folders(`instance backup seed admin`),
}

/**
 * Imports against the order that are left, each with its layer. Whoever removes the last import of a pair deletes its line.
 * @type {string[]}
 */
export const againstTheOrder = [
  'api: documents/content -> documents/versions',
  'api: documents/content -> pages/pages',
  'api: documents/content -> work/work-items',
  'api: documents/files -> work/work-items',
  'api: identity/account -> organization/favorites',
  'api: identity/account -> organization/workspaces',
  'api: identity/account -> pages/pages',
  'api: identity/account -> pages/recent-visits',
  'api: identity/account -> personal/preferences',
  'api: identity/account -> personal/quick-links',
  'api: identity/account -> personal/stickies',
  'api: identity/account -> sharing/webhooks',
  'api: identity/account -> work/user-properties',
  'api: identity/account -> work/views',
  'api: identity/account -> work/work-items',
  'api: identity/account -> work/worklogs',
  'api: identity/sign-in -> identity/account',
  'api: identity/sign-in -> identity/api-tokens',
  'api: organization/projects -> planning/cycles',
  'api: organization/projects -> planning/estimates',
  'api: organization/projects -> work/labels',
  'api: organization/projects -> work/states',
  'api: organization/projects -> work/work-items',
  'api: organization/workspaces -> organization/projects',
  'api: pages/pages -> personal/notifications',
  'api: platform/context -> platform/db',
  'api: platform/context -> platform/outgoing',
  'api: platform/context -> platform/pictures',
  'api: platform/context -> platform/storage',
  'api: work/labels -> pages/pages',
  'api: work/states -> work/work-items',
  'api: work/work-items -> personal/notifications',
  'api: work/work-items -> planning/cycles',
  'api: work/work-items -> planning/intake',
  'api: work/work-items -> work/links',
  'api: work/work-items -> work/reactions',
  'api: work/work-items -> work/relations',
  'api: work/worklogs -> work/relations',
  'common: planning/cycles -> planning/estimates',
  'common: work/work-items -> work/labels',
  'common: work/work-items -> work/links',
  'common: work/work-items -> work/listing',
  'common: work/work-items -> work/reactions',
  'common: work/work-items -> work/relations',
]

/** @param {string} names separated by white space */
function folders(names) {
  return names.split(/\s+/).filter(Boolean)
}
