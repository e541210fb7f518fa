/**
 * Request header with the id of the user to whom the page belongs. All tabs share one session cookie, so an open page
 * could send requests as a user who signed in later. Such a request is refused as `unauthenticated`. Without the
 * header, the session's user acts.
 */
export const expectedUserHeader = 'x-user-id'
/** Query parameter with the same meaning for document sockets, because pages cannot set headers on them. */
export const expectedUserParam = 'user'
