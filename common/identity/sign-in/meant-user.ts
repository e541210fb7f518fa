/**
 * Request header with the id of the person whose page sends it. A browser has one session for all its tabs, so a page that is still open may come
 * to send with the session of whoever has signed in since: that is refused as `unauthenticated`. Without it, whoever the session belongs to acts.
 */
export const meantUserHeader = 'x-user-id'
/** The same in the address of a document socket, to which a page cannot give headers. */
export const meantUserParam = 'user'
