/** Roles with which a page is shared with a single person. Each role includes the roles before it. */
export const pageShareRoles = ['read', 'comment', 'write'] as const
export type PageShareRole = (typeof pageShareRoles)[number]

/** Roles by user id. */
export type PageShares = Readonly<Record<string, PageShareRole>>

/** Maximum number of people with whom a page is shared individually. */
export const maxPageShares = 100
